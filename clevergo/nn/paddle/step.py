"""The training step that all others must agree with: the losses written down in Paddle."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clevergo.nn.description import NetConfig, Weights
from clevergo.nn.paddle import load_paddle
from clevergo.nn.training import OptimizerConfig
from clevergo.nn.training.step import Batch, Judgment, Losses, TrainStep, target_entropy

if TYPE_CHECKING:
    import paddle


class DygraphTrainStep(TrainStep):
    """The reference: the losses written down in Paddle, gradients by its automatic differentiation."""

    name = "dygraph float32"

    def __init__(
        self,
        config: NetConfig,
        optimizer: OptimizerConfig,
        weights: Weights,
        threads: int = 1,
        device: str = "cpu",
    ) -> None:
        """``device``: where it is computed, as Paddle calls it; a build for graphics cards would take one unasked."""
        paddle = load_paddle()  # takes a second: only for who trains with it
        self._device = device
        if device != "cpu":
            self.name = f"dygraph float32 on {device}"
        paddle.device.set_device(device)

        from clevergo.nn.paddle.network import Network

        super().__init__(config, optimizer, weights)
        paddle.base.core.set_num_threads(threads)
        self._network = Network(config)
        self._parameters = dict(self._network.named_parameters())

    def _compute_gradient(self, batch: Batch) -> Losses:
        outputs = self._outputs(batch)
        policy, value, points = self._losses(batch, *outputs)
        total = policy + (value + self.optimizer.config.points_weight * points)
        if self.optimizer.config.score_weight:
            total = total + self.optimizer.config.score_weight * self._score_loss(batch, *outputs[2:])
        total.backward()
        for name, view in self._gradient_views.items():
            view[...] = self._parameters[name].grad.numpy()
        return Losses(float(policy), float(value), float(points), float(total), target_entropy(batch))

    def _judge(self, batch: Batch) -> tuple[Losses, Judgment]:
        import paddle

        with paddle.no_grad():
            outputs = self._outputs(batch)
            policy, value, points = (float(loss) for loss in self._losses(batch, *outputs))
            score = float(self._score_loss(batch, *outputs[2:]))
            log_policy = paddle.nn.functional.log_softmax(outputs[0], axis=1).numpy()
        total = policy + (value + self.optimizer.config.points_weight * points)
        total += self.optimizer.config.score_weight * score
        losses = Losses(policy, value, points, total, target_entropy(batch))
        owned = outputs[2].numpy() if len(outputs) > 2 else None
        return losses, Judgment(log_policy, outputs[1].numpy()[:, 0], owned)

    def _outputs(self, batch: Batch) -> tuple[paddle.Tensor, ...]:
        """What the net says at the current weights: logits, value, and points where it judges them."""
        import paddle

        paddle.device.set_device(self._device)  # the process's, and there may be two steps in it
        # Set, not loaded once: the optimizer and load_state change the flat buffer.
        for name, parameter in self._parameters.items():
            parameter.set_value(self._weight_views[name])
            parameter.clear_gradient()
        return tuple(self._network(paddle.to_tensor(batch.planes)))

    def _losses(
        self, batch: Batch, logits: paddle.Tensor, value: paddle.Tensor, points: paddle.Tensor | None = None
    ) -> tuple[paddle.Tensor, paddle.Tensor, paddle.Tensor]:
        """Weighted means of the policy's cross-entropy, the value's and the points' squared error."""
        import paddle

        weight = paddle.to_tensor(batch.weight / batch.weight.sum())
        log_policy = paddle.nn.functional.log_softmax(logits, axis=1)
        policy_loss = -(weight * (paddle.to_tensor(batch.policy) * log_policy).sum(axis=1)).sum()
        # [B, 1] -> [B]: against a [B] target the head's own shape would broadcast to [B, B].
        value_error = value.squeeze(1) - paddle.to_tensor(batch.value)
        assert value_error.shape == weight.shape
        value_loss = (weight * value_error**2).sum()
        if points is None or batch.points is None:
            return policy_loss, value_loss, paddle.zeros([])
        error = points - paddle.to_tensor(batch.points.astype(np.float32))
        return policy_loss, value_loss, (weight * (error**2).mean(axis=1)).sum()

    def _score_loss(self, batch: Batch, points: paddle.Tensor | None = None) -> paddle.Tensor:
        """Weighted mean of the squared error of the sum over all points, divided by how many there are."""
        import paddle

        if points is None or batch.points is None:
            return paddle.zeros([])
        weight = paddle.to_tensor(batch.weight / batch.weight.sum())
        error = (points - paddle.to_tensor(batch.points.astype(np.float32))).sum(axis=1)
        return (weight * error**2).sum() / batch.points.shape[1]
