"""A store that several people share: dogs' files in a folder or a bucket, with no server of ours."""
