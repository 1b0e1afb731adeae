"""Trains the evaluation network on rows from `cargo lab datagen pack` and exports it as integers."""

import argparse
import csv
import dataclasses
import hashlib
import json
import math
import time
from pathlib import Path

import numpy
import torch

from network_file import FEATURES, HEADS, QA, QB, IntegerNetwork, write_network

MAX_ACTIVE = 37

# Features padded to a multiple of 16, which matrix units prefer. Rows are padded with FEATURES.
PADDED = 1184

# The layout of a row; see crates/engine/src/datagen/pack.rs.
ROW = numpy.dtype(
    [
        ("own", "<u2", MAX_ACTIVE),
        ("their", "<u2", MAX_ACTIVE),
        ("score", "<i2"),
        ("result", "u1"),
        ("head", "u1"),
        ("game", "<u4"),
    ]
)

# Limits that keep the integers of the engine within their types.
MAX_FEATURE_WEIGHT = 505 / QA
MAX_OUTPUT_WEIGHT = 127 / QB


class Rows:
    """Training rows on the device: active features of both perspectives, output head and target."""

    def __init__(self, rows, options, device):
        def tensor(values, dtype):
            return torch.from_numpy(values.astype(dtype)).to(device)

        self.own = tensor(rows["own"], numpy.int16)
        self.their = tensor(rows["their"], numpy.int16)
        self.head = tensor(rows["head"], numpy.int64)
        score = torch.sigmoid(tensor(rows["score"], numpy.float32) / options.scale)
        result = tensor(rows["result"], numpy.float32) / 2
        self.target = options.result_share * result + (1 - options.result_share) * score

    def __len__(self):
        return len(self.target)

    def batch(self, chosen):
        features = torch.cat([self.own[chosen], self.their[chosen]]).long()
        return features, self.head[chosen], self.target[chosen]


class Model(torch.nn.Module):
    """(features -> hidden) x 2 -> 1 with squared clipped ReLU and one output head per book and bucket.

    During training a piece's weights are the sum of its own and those of two factors that it shares with
    related features: the same piece on the same column, and the same piece at the same height.
    """

    def __init__(self, hidden, factors):
        super().__init__()
        self.hidden = hidden
        self.register_buffer("factor_of", factors)  # (2, FEATURES); the last factor is unused padding
        count = int(factors.max()) + 1
        self.weights = torch.nn.Parameter(torch.empty(FEATURES, hidden).uniform_(-0.03, 0.03))
        self.factors = torch.nn.Parameter(torch.zeros(count, hidden))
        self.bias = torch.nn.Parameter(torch.empty(hidden).uniform_(0, 0.2))
        bound = 1 / math.sqrt(2 * hidden)
        # All heads begin equal, so that heads with little data do not begin far off.
        output = torch.empty(1, 2 * hidden).uniform_(-bound, bound)
        self.output = torch.nn.Parameter(output.repeat(HEADS, 1))
        self.output_bias = torch.nn.Parameter(torch.zeros(HEADS))

    def feature_weights(self):
        """The weights of each feature with its factors added."""
        # The last factor stands for "none" and stays zero.
        factors = torch.cat([self.factors[:-1], torch.zeros_like(self.factors[-1:])])
        folded = self.weights + factors[self.factor_of[0]] + factors[self.factor_of[1]]
        return folded.clamp(-MAX_FEATURE_WEIGHT, MAX_FEATURE_WEIGHT)

    def forward(self, features, head):
        count = len(head)
        active = torch.zeros(2 * count, PADDED, device=features.device)
        active.scatter_(1, features, 1.0)
        weights = torch.nn.functional.pad(self.feature_weights(), (0, 0, 0, PADDED - FEATURES))
        sums = active @ weights + self.bias
        neurons = sums.clamp(0, 1).square()
        neurons = torch.cat([neurons[:count], neurons[count:]], dim=1)
        outputs = torch.nn.functional.linear(neurons, self.output, self.output_bias)
        return outputs.gather(1, head[:, None])[:, 0]

    def clip(self):
        """Keeps the output weights within what the file can hold."""
        with torch.no_grad():
            self.output.clamp_(-MAX_OUTPUT_WEIGHT, MAX_OUTPUT_WEIGHT)

    def quantised(self, scale):
        def integers(tensor, unit):
            return torch.round(tensor.detach().double().cpu() * unit).long().numpy()

        return IntegerNetwork(
            feature_weights=integers(self.feature_weights(), QA),
            hidden_biases=integers(self.bias, QA),
            output_weights=integers(self.output, QB),
            output_biases=integers(self.output_bias, QA * QB),
            scale=scale,
        )


def read_factors(path):
    """The two factors of each feature: piece x column and piece x height; see features.csv."""
    names, factors = {}, []
    with open(path, newline="") as file:
        features = list(csv.DictReader(file))
    if len(features) != FEATURES:
        raise SystemExit(f"{path} has {len(features)} features instead of {FEATURES}")
    for field in ("column", "height"):
        chosen = []
        for feature in features:
            name = (field, feature["kind"], feature[field]) if feature[field] else None
            chosen.append(name and names.setdefault(name, len(names)))
        factors.append(chosen)
    none = len(names)
    return torch.tensor([[none if factor is None else factor for factor in row] for row in factors])


def split_by_game(rows, share):
    """Training and validation rows; all rows of a game are on the same side."""
    numbers = numpy.unique(rows["game"])
    chosen = numpy.random.default_rng(0).random(int(numbers.max()) + 1) < share
    is_validation = chosen[rows["game"]]
    return rows[~is_validation], rows[is_validation]


@torch.no_grad()
def mean_loss(model, rows, batch):
    total = 0.0
    for start in range(0, len(rows), batch):
        chosen = torch.arange(start, min(start + batch, len(rows)), device=rows.target.device)
        features, head, target = rows.batch(chosen)
        error = torch.sigmoid(model(features, head)) - target
        total += error.square().sum().item()
    return total / len(rows)


def normalised(network, rows):
    """The network with the scale at which its outputs are as large as the search scores on average."""
    part = rows[:: max(1, len(rows) // 20_000)]
    part = part[numpy.abs(part["score"].astype(numpy.int64)) <= 600]
    scores = numpy.abs(part["score"].astype(numpy.int64)).sum()
    outputs = numpy.abs(network.evaluate(part["own"], part["their"], part["head"])).sum()
    return dataclasses.replace(network, scale=round(network.scale * float(scores / outputs)))


def integer_loss(network, rows, validation):
    """The loss of the integer network, on at most 100,000 validation rows."""
    part = rows[:100_000]
    outputs = network.evaluate(part["own"], part["their"], part["head"]) / network.scale
    error = 1 / (1 + numpy.exp(-outputs)) - validation.target[: len(part)].cpu().numpy()
    return float(numpy.square(error).mean())


def train(model, rows, validation, options, log):
    steps = options.epochs * math.ceil(len(rows) / options.batch)
    optimiser = torch.optim.AdamW(model.parameters(), lr=options.rate, weight_decay=options.decay)

    def rate(step):
        progress = min(step / steps, 1.0)
        last = options.last_rate / options.rate
        return last + (1 - last) * (1 + math.cos(math.pi * progress)) / 2

    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, rate)
    started = time.monotonic()
    for epoch in range(1, options.epochs + 1):
        order = torch.randperm(len(rows), device=rows.target.device)
        total = torch.zeros((), device=rows.target.device)
        for chosen in order.split(options.batch):
            features, head, target = rows.batch(chosen)
            loss = (torch.sigmoid(model(features, head)) - target).square().mean()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            schedule.step()
            model.clip()
            total += loss.detach() * len(chosen)
        entry = {
            "epoch": epoch,
            "training_loss": round(total.item() / len(rows), 6),
            "validation_loss": round(mean_loss(model, validation, options.batch), 6),
            "seconds": round(time.monotonic() - started, 1),
        }
        log["epochs"].append(entry)
        print(json.dumps(entry), flush=True)


def write_reference(path, network, rows, sample):
    """The integer outputs of sample positions, for the test of the engine."""
    with open(sample, newline="") as file:
        entries = [line.rstrip("\n").split(",", 1) for line in file][1:]
    part = rows[[int(row) for row, _ in entries]]
    outputs = network.evaluate(part["own"], part["their"], part["head"])
    lines = [f"{output} {position}\n" for output, (_, position) in zip(outputs, entries)]
    path.write_text("".join(lines))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="folder written by `cargo lab datagen pack`")
    parser.add_argument("--out", type=Path, required=True, help="folder of the results")
    parser.add_argument("--hidden", type=int, default=128, help="hidden neurons per perspective")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=1e-3, help="first learning rate")
    parser.add_argument("--last-rate", type=float, default=1e-5, help="last learning rate")
    parser.add_argument("--decay", type=float, default=1e-1, help="weight decay")
    parser.add_argument("--result-share", type=float, default=0.05, help="weight of the game's result")
    parser.add_argument("--scale", type=int, default=182, help="centipawns per unit of output in training")
    parser.add_argument("--validation", type=float, default=0.03, help="share of the games")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main():
    options = arguments()
    if options.hidden % 16 or not 16 <= options.hidden <= 256:
        raise SystemExit("--hidden must be a multiple of 16 up to 256")
    torch.manual_seed(options.seed)
    torch.set_float32_matmul_precision("high")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    rows = numpy.fromfile(options.data / "rows.bin", ROW)
    if not len(rows) or (options.data / "rows.bin").stat().st_size % ROW.itemsize:
        raise SystemExit("rows.bin is empty or cut off")
    training, validation = split_by_game(rows, options.validation)
    if not len(training) or not len(validation):
        raise SystemExit("there are too few games to split off a validation set")
    log = {
        "options": {name: str(value) for name, value in vars(options).items()},
        "torch": torch.__version__,
        "device": torch.cuda.get_device_name() if device.type == "cuda" else "cpu",
        "rows_sha256": hashlib.sha256((options.data / "rows.bin").read_bytes()).hexdigest(),
        "games": len(numpy.unique(rows["game"])),
        "training_rows": len(training),
        "validation_rows": len(validation),
        "epochs": [],
    }
    model = Model(options.hidden, read_factors(options.data / "features.csv")).to(device)
    validation_rows = Rows(validation, options, device)
    train(model, Rows(training, options, device), validation_rows, options, log)

    network = normalised(model.quantised(options.scale), validation)
    log["scale"] = network.scale
    log["integer_validation_loss"] = integer_loss(network, validation, validation_rows)
    options.out.mkdir(parents=True, exist_ok=True)
    content = write_network(network)
    (options.out / "network.bin").write_bytes(content)
    write_reference(
        options.out / "reference.txt", network, rows, options.data / "sample.csv"
    )
    log["network_bytes"] = len(content)
    log["network_sha256"] = hashlib.sha256(content).hexdigest()
    (options.out / "log.json").write_text(json.dumps(log, indent=1) + "\n")
    print(f"integer validation loss {log['integer_validation_loss']:.6f}, {len(content)} bytes")


if __name__ == "__main__":
    main()
