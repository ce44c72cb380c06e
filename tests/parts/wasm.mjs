// node wasm.mjs PYODIDE -m MODULE: run a module from the current directory, like `python -m MODULE`.
import { pathToFileURL } from "node:url";

const [home, , name] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${home}/pyodide.mjs`));
const python = await loadPyodide({ stdout: console.log, stderr: console.error });
python.mountNodeFS("/project", process.cwd());
python.globals.set("name", name);
python.runPython(`
import os, runpy, sys
os.chdir("/project")
sys.path.insert(0, "")
runpy.run_module(name, run_name="__main__")
`);
