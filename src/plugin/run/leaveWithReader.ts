/** As a shell reports a process that a closed pipe ended. */
const closedPipe = 141

/**
 * Ends the process quietly when nobody reads its output any more, as `hardhat devnet --json | head -1` makes it. Node would call that
 * a crash. It stays so until the process ends: a pipe tells of the last line only after the task that wrote it is done.
 */
export function leaveWithReader(streams: readonly NodeJS.WriteStream[] = [process.stdout, process.stderr]): void {
  for (const stream of streams) {
    if (!stream.listeners("error").includes(leave)) stream.on("error", leave)
  }
}

function leave(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error
  process.exit(closedPipe)
}
