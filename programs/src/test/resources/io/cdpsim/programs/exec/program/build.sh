#!/usr/bin/env bash
# Builds the executables that stand here, with nvcc 13.0 on Linux for x86-64; run it in this folder after a change of a source.
set -eu
nvcc -O1 -arch=sm_90 -cudart shared plain.cu -o plain -Xcompiler -Os,-w -lpthread -Xlinker -s
nvcc -O1 -arch=sm_90 -cudart shared --default-stream per-thread perthread.cu -o perthread -Xcompiler -Os -lpthread -Xlinker -s
nvcc -O1 -arch=sm_90 -cudart shared -rdc=true tree.cu visited.cu -o tree -Xcompiler -Os -lcudadevrt -Xlinker -s
nvcc -O1 -arch=sm_90 -cudart shared reset.cu -o reset -Xcompiler -Os -Xlinker -s
nvcc -O1 -arch=sm_90 -cudart shared -rdc=true hostgraphs.cu -o hostgraphs -Xcompiler -Os,-w -lcudadevrt -Xlinker -s
nvcc -O1 -arch=sm_90 -cudart shared -rdc=true devicegraphs.cu -o devicegraphs -Xcompiler -Os,-w -lcudadevrt -Xlinker -s
nvcc -O1 -arch=sm_90 -cudart shared -rdc=true conditionalgraphs.cu -o conditionalgraphs -Xcompiler -Os,-w -lcudadevrt -Xlinker -s
nvcc -O1 -arch=sm_90 -cudart shared graphedges.cu -o graphedges -Xcompiler -Os,-w -lpthread -Xlinker -s
nvcc -std=c++17 -O1 -arch=sm_90 -cudart shared graphuses.cu -o graphuses -Xcompiler -Os,-w -Xlinker -s
nvcc -std=c++17 -O1 -arch=sm_90 -cudart shared -rdc=true graphchanges.cu -o graphchanges -Xcompiler -Os,-w -lcudadevrt -Xlinker -s
nvcc -O1 -arch=sm_90 -cudart shared peers.cu -o peers -Xcompiler -Os,-w -lpthread -Xlinker -s
# Machine code of GPUs is most of a file, and nothing here reads it: what stands behind the heads of its entries becomes zeros, which
# pack well.
python3 - plain perthread tree reset hostgraphs devicegraphs conditionalgraphs graphedges graphuses graphchanges peers <<'PY'
import struct, sys
for name in sys.argv[1:]:
    data = bytearray(open(name, 'rb').read())
    at = data.find(b'\x50\xed\x55\xba')
    while at >= 0:
        header, size = struct.unpack_from('<HQ', data, at + 6)
        entry, end = at + header, at + header + size
        while entry < end:
            kind, _, head, length = struct.unpack_from('<HHIQ', data, entry)
            architecture = struct.unpack_from('<I', data, entry + 28)[0]
            if kind == 2 or architecture > 90:
                data[entry + head:entry + head + length] = bytes(length)
            entry += head + length
        at = data.find(b'\x50\xed\x55\xba', end)
    open(name, 'wb').write(data)
PY
