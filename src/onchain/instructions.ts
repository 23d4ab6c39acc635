/** Goes through the instructions of a contract's code, past the values that they push. `at` is the program counter of one. */
export function* instructionsOf(code: Uint8Array): Generator<{ readonly at: number; readonly op: number }> {
  for (let at = 0; at < code.length; at += 1) {
    const op = code[at] ?? 0
    yield { at, op }
    // PUSH1 to PUSH32 carry their value behind them.
    if (op >= 0x60 && op <= 0x7f) at += op - 0x5f
  }
}

/** Whether an instruction runs the code of another contract as its own: DELEGATECALL or CALLCODE. */
export function runsOtherCode(op: number): boolean {
  return op === 0xf4 || op === 0xf2
}
