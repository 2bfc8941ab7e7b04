/** Ctrl-C and its kin close the product in order; a second one ends it at once. Returns what closes it without a signal. */
export function stopOnSignal(stop: () => Promise<void>, words = 'closing …'): () => void {
  let asked = 0
  const end = () => {
    if (asked) return
    asked = Date.now()
    if (words) console.log(words)
    stop().then(
      () => process.exit(0),
      (error) => fail(error),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      // npm passes on what the terminal has sent to everybody already: the same keystroke comes twice.
      if (asked && Date.now() - asked > 500) process.exit(1)
      end()
    })
  return end
}

/** A sentence for the person at the terminal instead of a stack, then the end. */
export function fail(error: unknown): never {
  // A name with two addresses of which none answers has an error of several, without words of its own.
  const { message, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: error, code: '' }
  console.error(message || code)
  process.exit(1)
}
