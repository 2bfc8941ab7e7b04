import { spawn } from 'node:child_process'

/** Runs a command of the README from its sources, as an operator does; what it said, and how it ended. */
export function runCommand(
  name: string,
  words: string[],
  settings: Record<string, string>,
): Promise<{ status: number | null; said: string }> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [`scripts/${name}.ts`, ...words], { env: { PATH, HOME, ...settings } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, said })))
}
