import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { asStep, sayInStep, stepLine, stepsNow } from './steps.server.ts'

const terminal = (isTTY: boolean) => {
  const said: string[] = []
  return { said, out: { isTTY, write: (text: string) => said.push(text) } as unknown as typeof process.stdout }
}

test('a step is written with its number, and at its end with its seconds', () => {
  expect(stepLine('product')).toBe('  2  product           building, about a minute …')
  expect(stepLine('product', 41_400)).toBe('  2  product           built in 41 s')
  expect(stepLine('database', 300)).toBe('  3  database          in place')
})

test('on a terminal the end of a step is written over its beginning', async () => {
  const { said, out } = terminal(true)
  expect((await asStep('database', async () => stepsNow('database'), out)).map(({ is }) => is)).toEqual([
    'done',
    'done',
    'doing',
  ])
  expect(said).toEqual([stepLine('database'), `\r\x1b[2K${stepLine('database', 0)}\n`])
})

test('a step that fails leaves the line to what is said of it', async () => {
  const { said, out } = terminal(true)
  await expect(asStep('database', () => Promise.reject(new Error('no room')), out)).rejects.toThrow('no room')
  expect(said.at(-1)).toBe('\n')
})

test('where nobody looks on, nothing is written', async () => {
  const { said, out } = terminal(false)
  await asStep('examples', async () => {}, out)
  expect(said).toEqual([])
  sayInStep('database', 'making the database …', out)
  expect(said).toEqual(['making the database …\n'])
})

test('what a step waits for stands in its line', () => {
  const { said, out } = terminal(true)
  sayInStep('database', 'waiting …', out)
  expect(said).toEqual(['\r\x1b[2K  3  database          waiting …'])
})

test('the first step looks like those after it', () => {
  expect(readFileSync('scripts/bootstrap.mjs', 'utf8')).toContain("`  1  ${'packages'.padEnd(18)}${words}`")
  expect(stepLine('packages', 2000)).toBe('  1  packages          installed in 2 s')
})
