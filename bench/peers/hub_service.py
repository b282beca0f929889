"""The hub's steps as people write them in Python: FastAPI and uvicorn before zxing-cpp, OpenCV and the rapidocr package, with the same
models, the same versions of the libraries and ONNX Runtime at one thread a call. Answers where Crossdock's parcel pipeline does, so
that one load generator sends to both. Run by hub_peers.py.

HUB_THREADS pictures are read at once, each thread with models of its own: ONNX Runtime, OpenCV and zxing-cpp let go of Python's lock, and
rapidocr keeps state between its steps.
"""
import asyncio
import concurrent.futures
import contextlib
import os
import threading

import cv2
import fastapi
import numpy
import zxingcpp
from rapidocr_onnxruntime import RapidOCR

THREADS = int(os.environ.get("HUB_THREADS", "2"))
cv2.setNumThreads(1)
local = threading.local()


def make_models():
    local.text = RapidOCR(intra_op_num_threads=1, inter_op_num_threads=1)


pool = concurrent.futures.ThreadPoolExecutor(THREADS, initializer=make_models)


@contextlib.asynccontextmanager
async def lifespan(_):
    warm = numpy.full((960, 1280, 3), 255, numpy.uint8)
    ready = threading.Barrier(THREADS + 1)

    def warm_up():
        local.text(warm)
        ready.wait()  # so that each thread takes one

    for _ in range(THREADS):
        pool.submit(warm_up)
    await asyncio.get_running_loop().run_in_executor(None, ready.wait)
    yield


app = fastapi.FastAPI(lifespan=lifespan)


def read(body: bytes, with_text: bool) -> dict:
    picture = cv2.imdecode(numpy.frombuffer(body, numpy.uint8), cv2.IMREAD_COLOR if with_text else cv2.IMREAD_GRAYSCALE)
    if picture is None:
        raise ValueError("the picture cannot be decoded")
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if with_text else picture
    codes = [{"text": code.text, "format": str(code.format), "corners": str(code.position)} for code in zxingcpp.read_barcodes(grey)]
    lines = local.text(picture)[0] if with_text else []
    return {"codes": codes, "lines": [{"corners": corners, "text": text, "confidence": float(score)} for corners, text, score in lines or []]}


@app.get("/v2/health/ready")
async def is_ready():
    return {}


@app.post("/v1/pipelines/parcel/jobs")
async def parcel(request: fastapi.Request, text: bool = True):
    body = await request.body()
    try:
        return await asyncio.get_running_loop().run_in_executor(pool, read, body, text)
    except ValueError as error:
        raise fastapi.HTTPException(400, str(error)) from error
