"""Checks integer networks and their files with numpy only: `python3 lab/training/test_network_file.py`."""

import unittest

import numpy

from network_file import FEATURES, HEADS, QA, QB, IntegerNetwork, divide, read_network, write_network


def random_network(hidden):
    random = numpy.random.default_rng(1)
    return IntegerNetwork(
        feature_weights=random.integers(-300, 301, (FEATURES, hidden)),
        hidden_biases=random.integers(-2000, 2001, hidden),
        output_weights=random.integers(-127, 128, (HEADS, 2 * hidden)),
        output_biases=random.integers(-40_000, 40_001, HEADS),
        scale=182,
    )


class NetworkFile(unittest.TestCase):
    def test_round_trip(self):
        network = random_network(32)
        content = write_network(network)
        again = read_network(content)
        for name in ("feature_weights", "hidden_biases", "output_weights", "output_biases"):
            numpy.testing.assert_array_equal(getattr(again, name), getattr(network, name))
        self.assertEqual(write_network(again), content)

    def test_damage_is_refused(self):
        content = bytearray(write_network(random_network(16)))
        content[100] ^= 1
        with self.assertRaises(ValueError):
            read_network(bytes(content))

    def test_large_weights_are_refused(self):
        network = random_network(16)
        network.feature_weights[3, 4] = 506
        with self.assertRaises(ValueError):
            write_network(network)

    def test_division_rounds_towards_zero(self):
        self.assertEqual(divide(numpy.array([-7, 7, -6, 0]), 2).tolist(), [-3, 3, -3, 0])

    def test_evaluation_follows_the_definition(self):
        network = random_network(16)
        own, their = [5, 90, 1177], [7, 1000, 1176]
        padded = [numpy.array([side + [FEATURES] * 34]) for side in (own, their)]
        neurons = []
        for side in (own, their):
            for neuron in range(16):
                total = int(network.hidden_biases[neuron])
                total += sum(int(network.feature_weights[feature, neuron]) for feature in side)
                neurons.append(min(max(total, 0), QA) ** 2)
        total = sum(n * int(w) for n, w in zip(neurons, network.output_weights[9]))
        output = int(total / QA) + int(network.output_biases[9])
        expected = int(output * 182 / (QA * QB))
        self.assertEqual(network.evaluate(*padded, numpy.array([9])).tolist(), [expected])


if __name__ == "__main__":
    unittest.main()
