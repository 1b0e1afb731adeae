"""Integer networks: the arithmetic of the engine, and network files. Needs numpy only."""

import struct
from dataclasses import dataclass

import numpy

FEATURES = 1178
HEADS = 16
QA = 255
QB = 64

# The file format is described in crates/engine/src/evaluation/network/file.rs.
MAGIC = b"TRIDNNUE"
VERSION = 1
HEADER = struct.Struct("<8s7HIQ")
WIDE = -128


@dataclass
class IntegerNetwork:
    feature_weights: numpy.ndarray  # (FEATURES, hidden)
    hidden_biases: numpy.ndarray  # (hidden)
    output_weights: numpy.ndarray  # (HEADS, 2 * hidden)
    output_biases: numpy.ndarray  # (HEADS)
    scale: int

    @property
    def hidden(self):
        return len(self.hidden_biases)

    def evaluate(self, own, their, head):
        """Centipawns for the side to move, exactly as the engine computes them."""
        # Padding adds a row of zeros.
        weights = numpy.vstack([self.feature_weights, numpy.zeros((1, self.hidden), numpy.int64)])
        outputs = []
        for start in range(0, len(head), 4096):
            part = slice(start, start + 4096)
            neurons = [
                numpy.clip(weights[side[part].astype(numpy.int64)].sum(axis=1) + self.hidden_biases, 0, QA)
                for side in (own, their)
            ]
            chosen = head[part].astype(numpy.int64)
            squared = numpy.square(numpy.concatenate(neurons, axis=1))
            sums = (squared * self.output_weights[chosen]).sum(axis=1)
            output = divide(sums, QA) + self.output_biases[chosen]
            outputs.append(divide(output * self.scale, QA * QB))
        return numpy.concatenate(outputs)


def divide(numerator, denominator):
    """Integer division that rounds towards zero, as in Rust."""
    return numpy.sign(numerator) * (numpy.abs(numerator) // denominator)


def write_network(network):
    """The bytes of a network file."""
    check_range("feature weight", network.feature_weights, 505)
    check_range("hidden bias", network.hidden_biases, 14_000)
    check_range("output weight", network.output_weights, 127)
    payload = b"".join(
        [
            short_integers(network.feature_weights),
            short_integers(network.hidden_biases),
            network.output_weights.astype("<i1").tobytes(),
            network.output_biases.astype("<i4").tobytes(),
        ]
    )
    numbers = (VERSION, FEATURES, network.hidden, HEADS, QA, QB, network.scale, len(payload))
    header = HEADER.pack(MAGIC, *numbers, 0)[:-8]
    checksum = fnv1a(header + payload)
    return header + struct.pack("<Q", checksum) + payload


def read_network(content):
    """The network in a file, the inverse of write_network."""
    magic, version, features, hidden, heads, qa, qb, scale, length, checksum = HEADER.unpack_from(
        content
    )
    payload = content[HEADER.size :]
    if (magic, version, features, heads, qa, qb) != (MAGIC, VERSION, FEATURES, HEADS, QA, QB):
        raise ValueError("not a network of this version and architecture")
    if len(payload) != length or fnv1a(content[: HEADER.size - 8] + payload) != checksum:
        raise ValueError("the network file is damaged")
    weights, position = [], 0
    while len(weights) < (FEATURES + 1) * hidden:
        (value,) = struct.unpack_from("<b", payload, position)
        position += 1
        if value == WIDE:
            (value,) = struct.unpack_from("<h", payload, position)
            position += 2
        weights.append(value)
    weights = numpy.array(weights, numpy.int64).reshape(FEATURES + 1, hidden)
    outputs = numpy.frombuffer(payload, "<i1", HEADS * 2 * hidden, position)
    biases = numpy.frombuffer(payload, "<i4", HEADS, position + HEADS * 2 * hidden)
    return IntegerNetwork(
        feature_weights=weights[:-1],
        hidden_biases=weights[-1],
        output_weights=outputs.reshape(HEADS, 2 * hidden).astype(numpy.int64),
        output_biases=biases.astype(numpy.int64),
        scale=scale,
    )


def check_range(name, values, largest):
    found = numpy.abs(values).max()
    if found > largest:
        raise ValueError(f"a {name} of {found} is larger than {largest}")


def short_integers(values):
    """One byte from -127 to 127; otherwise the byte -128 and two bytes."""
    parts = []
    for value in values.flatten().tolist():
        if -127 <= value <= 127:
            parts.append(struct.pack("<b", value))
        else:
            parts.append(struct.pack("<bh", WIDE, value))
    return b"".join(parts)


def fnv1a(content):
    value = 0xCBF29CE484222325
    for byte in content:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value
