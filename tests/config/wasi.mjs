// Runs a program for WebAssembly, with its arguments, in the directory and with the environment that
// this has:
//     node --no-warnings tests/config/wasi.mjs program [argument ...]
// Node 20 crashes at its end if the program's memory has grown: link it with --initial-memory=.
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { WASI } from 'node:wasi';

const wasi = new WASI({
    version: 'preview1',
    args: process.argv.slice(2),
    env: process.env,
    preopens: { '.': '.' },
    returnOnExit: true,
});
const module = await WebAssembly.compile(await readFile(process.argv[2]));
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
