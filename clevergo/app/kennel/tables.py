"""The kennel's tables, as the steps by which they came about.

Step ``n`` brings a file of format ``n`` to format ``n + 1``; a new file goes through all of them. A step that has
been published is never changed: whoever needs another table or column adds a step at the end.
"""

from __future__ import annotations

_FIRST_TABLES = """
CREATE TABLE dogs (
    id TEXT PRIMARY KEY,             -- also the folder's name
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,   -- what two names that look alike share
    created REAL NOT NULL,
    net TEXT NOT NULL                -- NetConfig as JSON
);
CREATE TABLE checkpoints (
    id INTEGER PRIMARY KEY,
    dog TEXT NOT NULL REFERENCES dogs(id) ON DELETE CASCADE,
    created REAL NOT NULL,
    seconds REAL NOT NULL,
    games INTEGER NOT NULL,
    positions INTEGER NOT NULL,
    samples INTEGER NOT NULL,
    weights TEXT NOT NULL,           -- paths are relative to the dog's folder
    state TEXT
);
CREATE INDEX checkpoints_of_dog ON checkpoints(dog, id);
CREATE TABLE losses (
    id INTEGER PRIMARY KEY,
    dog TEXT NOT NULL REFERENCES dogs(id) ON DELETE CASCADE,
    seconds REAL NOT NULL,
    samples INTEGER NOT NULL,
    policy REAL NOT NULL,
    value REAL NOT NULL,
    entropy REAL NOT NULL
);
CREATE INDEX losses_of_dog ON losses(dog, id);
CREATE TABLE strengths (
    id INTEGER PRIMARY KEY,
    dog TEXT NOT NULL REFERENCES dogs(id) ON DELETE CASCADE,
    seconds REAL NOT NULL,
    games INTEGER NOT NULL,
    rating REAL NOT NULL,
    error REAL NOT NULL
);
CREATE INDEX strengths_of_dog ON strengths(dog, id);
CREATE TABLE news (
    id INTEGER PRIMARY KEY,
    dog TEXT NOT NULL REFERENCES dogs(id) ON DELETE CASCADE,
    seconds REAL NOT NULL,
    kind TEXT NOT NULL,
    facts TEXT NOT NULL              -- JSON
);
CREATE INDEX news_of_dog ON news(dog, id);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    dog TEXT REFERENCES dogs(id) ON DELETE SET NULL,
    created REAL NOT NULL,
    black TEXT NOT NULL,
    white TEXT NOT NULL,
    size INTEGER NOT NULL,
    komi REAL NOT NULL,
    result TEXT NOT NULL,            -- as SGF writes it
    plies INTEGER NOT NULL,
    sgf BLOB NOT NULL
);
CREATE TABLE results (
    id INTEGER PRIMARY KEY,
    created REAL NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    size INTEGER NOT NULL,
    komi REAL NOT NULL,
    first_wins INTEGER NOT NULL,
    second_wins INTEGER NOT NULL,
    draws INTEGER NOT NULL
);
"""

_AGES_AND_FAMILY = """
ALTER TABLE dogs ADD COLUMN retired REAL;      -- Unix time it was sent to rest, NULL while it is about
ALTER TABLE dogs ADD COLUMN family TEXT;       -- JSON: whose weights it started from
CREATE TABLE ages (                            -- the weights as they were earlier
    dog TEXT NOT NULL REFERENCES dogs(id) ON DELETE CASCADE,
    games INTEGER NOT NULL,
    seconds REAL NOT NULL,
    rating REAL,
    error REAL,
    weights TEXT NOT NULL,                     -- relative to the dog's folder
    PRIMARY KEY (dog, games)
);
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY,
    created REAL NOT NULL,
    plan TEXT NOT NULL                         -- JSON: players, games, rules, seed
);
CREATE TABLE tournament_games (
    tournament INTEGER NOT NULL REFERENCES tournaments(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,                   -- its place in the plan
    black TEXT NOT NULL,
    white TEXT NOT NULL,
    result TEXT NOT NULL,                      -- as SGF writes it
    plies INTEGER NOT NULL,
    sgf BLOB NOT NULL,
    PRIMARY KEY (tournament, number)
);
"""

_GROWTH_IN_NUMBERS = """
ALTER TABLE news ADD COLUMN created REAL NOT NULL DEFAULT 0;   -- Unix time, 0 where nobody noted it
CREATE TABLE vitals (                          -- how a run fared, a row at each new age
    id INTEGER PRIMARY KEY,
    dog TEXT NOT NULL REFERENCES dogs(id) ON DELETE CASCADE,
    seconds REAL NOT NULL,
    games INTEGER NOT NULL,
    signs TEXT NOT NULL                        -- VitalSigns as JSON
);
CREATE INDEX vitals_of_dog ON vitals(dog, id);
CREATE TABLE rating_matches (                  -- every game that ever counted for a dog's rating
    id INTEGER PRIMARY KEY,
    dog TEXT NOT NULL REFERENCES dogs(id) ON DELETE CASCADE,
    created REAL NOT NULL,
    seconds REAL NOT NULL,                     -- time the dog had trained
    games INTEGER NOT NULL,                    -- games it had played
    simulations INTEGER NOT NULL,              -- its, a move
    opponent TEXT NOT NULL,
    wins INTEGER NOT NULL,                     -- the dog's
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL
);
CREATE INDEX rating_matches_of_dog ON rating_matches(dog, id);
"""

_EARLIER_MATCHES = """
INSERT INTO rating_matches (dog, created, seconds, games, simulations, opponent, wins, draws, losses)
SELECT dog, created, seconds, json_extract(facts, '$.games'), 0, json_extract(facts, '$.opponent'),
    json_extract(facts, '$.wins'), json_extract(facts, '$.draws'), json_extract(facts, '$.losses')
FROM news
WHERE kind = 'rated' AND json_extract(facts, '$.games') IS NOT NULL
    AND dog NOT IN (SELECT dog FROM rating_matches)
"""

_FACES = """
ALTER TABLE dogs ADD COLUMN face TEXT;         -- what its face is drawn from, NULL for a dog that was born here
"""

_GAMES_BY_NAME = """
ALTER TABLE dogs ADD COLUMN game TEXT NOT NULL DEFAULT 'go';
CREATE TABLE games_by_name (
    id INTEGER PRIMARY KEY,
    dog TEXT REFERENCES dogs(id) ON DELETE SET NULL,
    created REAL NOT NULL,
    game TEXT NOT NULL DEFAULT 'go',
    agreed TEXT NOT NULL,            -- JSON: the size, and whatever else the game leaves open
    black TEXT NOT NULL,
    white TEXT NOT NULL,
    result TEXT NOT NULL,            -- as SGF writes it
    plies INTEGER NOT NULL,
    sgf BLOB NOT NULL
);
INSERT INTO games_by_name
SELECT id, dog, created, 'go', json_object('size', size, 'komi', komi), black, white, result, plies, sgf FROM games;
DROP TABLE games;
ALTER TABLE games_by_name RENAME TO games;
CREATE TABLE results_by_name (
    id INTEGER PRIMARY KEY,
    created REAL NOT NULL,
    game TEXT NOT NULL DEFAULT 'go',
    agreed TEXT NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    first_wins INTEGER NOT NULL,
    second_wins INTEGER NOT NULL,
    draws INTEGER NOT NULL
);
INSERT INTO results_by_name
SELECT id, created, 'go', json_object('size', size, 'komi', komi), first, second, first_wins, second_wins, draws
FROM results;
DROP TABLE results;
ALTER TABLE results_by_name RENAME TO results
"""

_MOMENTS = """
CREATE TABLE moments (                         -- what a dog did for the first time, and its best game
    dog TEXT NOT NULL REFERENCES dogs(id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    games INTEGER NOT NULL,                    -- how many it had played by then
    seconds REAL NOT NULL,                     -- time it had trained by then
    created REAL NOT NULL,                     -- Unix time
    since INTEGER NOT NULL,                    -- from which of its games on it was watched
    ply INTEGER NOT NULL,                      -- of the game, and what lay on the board by then
    last INTEGER,
    board TEXT NOT NULL,
    strength REAL,                             -- of a best game how good it is
    swing REAL,
    sgf BLOB NOT NULL,
    PRIMARY KEY (dog, kind)
);
CREATE TABLE exams (                           -- what the bare net knew at each age
    dog TEXT NOT NULL REFERENCES dogs(id) ON DELETE CASCADE,
    games INTEGER NOT NULL,                    -- the age
    seconds REAL NOT NULL,
    created REAL NOT NULL,
    kind TEXT NOT NULL,                        -- of set piece
    correct INTEGER NOT NULL,
    asked INTEGER NOT NULL,
    guesses TEXT NOT NULL,                     -- JSON: actions
    PRIMARY KEY (dog, games, kind)
)
"""

_BOARDS = """
CREATE TABLE boards (                          -- where a dog grew up, where that was not one board all its life
    id INTEGER PRIMARY KEY,
    dog TEXT NOT NULL REFERENCES dogs(id) ON DELETE CASCADE,
    games INTEGER NOT NULL,                    -- how many it had played by then
    seconds REAL NOT NULL,                     -- time it had trained by then
    size INTEGER NOT NULL,                     -- the board it is measured on from then on
    beside TEXT NOT NULL                       -- JSON: the sizes of others it plays itself on too
);
CREATE INDEX boards_of_dog ON boards(dog, id)
"""

STEPS = (
    *(_FIRST_TABLES, _AGES_AND_FAMILY, _GROWTH_IN_NUMBERS, _EARLIER_MATCHES, _FACES, _GAMES_BY_NAME, _MOMENTS),
    _BOARDS,
)
"""What each format added to the one before."""
