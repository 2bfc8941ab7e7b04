import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { atRunTime, commands, foldersOf } from './gather.ts'

// The written list of what the image needs, beside what the sources import. The image itself is tested in image.boot.test.ts.

const pack = JSON.parse(readFileSync('package.json', 'utf8')) as Record<'dependencies', Record<string, string>>

test('the packages of the image are packages of the product, each of them once [T1104]', () => {
  expect(atRunTime).toEqual([...new Set(atRunTime)].sort())
  expect(atRunTime.filter((name) => !(name in pack.dependencies))).toEqual([])
  // What only building needs is the largest part of what is installed.
  for (const name of [
    'vite',
    '@lingui/vite-plugin',
    '@react-router/dev',
    '@tailwindcss/vite',
    'lucide-react',
    '@lingui/cli',
  ])
    expect(atRunTime).not.toContain(name)
})

test('every package that a file of the server or a command imports is on the list [T1105]', () => {
  const files = globSync([
    '{app,db,examples,sandbox}/**/*.server.{ts,tsx,mjs}',
    '{db,examples,sandbox}/**/*.ts',
    'server.ts',
  ])
  const ofCommands = commands.map((name) => `scripts/${name}.ts`)
  const imported = [...files, ...ofCommands]
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )[^;]*?from '([^'#.][^']*)'/gm),
    ])
    .map(([, name]) => /^(?:@[^/]+\/)?[^/]+/.exec(name!)![0])
  // Letters are put into the built server, and its icons.
  const built = (name: string) => name.startsWith('@fontsource/') || name === 'lucide-react'
  const missing = [...new Set(imported)].filter((name) => name in pack.dependencies && !built(name))
  expect(missing.length).toBeGreaterThan(10)
  expect(missing.filter((name) => !atRunTime.includes(name))).toEqual([])
})

test('a package brings what it needs, from where Node would take it, and no types [T1106]', () => {
  const packages = {
    'node_modules/a': { dependencies: { b: '1', '@types/b': '1' }, optionalDependencies: { far: '1' } },
    'node_modules/b': {
      dependencies: { c: '1' },
      peerDependencies: { d: '1', e: '1' },
      peerDependenciesMeta: { e: { optional: true } },
    },
    'node_modules/b/node_modules/c': { dependencies: { a: '1' } },
    'node_modules/c': {},
    'node_modules/d': {},
    'node_modules/e': {},
    'node_modules/@types/b': {},
  }
  expect(foldersOf(['a'], { packages })).toEqual([
    'node_modules/a',
    'node_modules/b',
    'node_modules/b/node_modules/c',
    'node_modules/d',
  ])
})
