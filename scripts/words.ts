import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

// Are all words of the code in the catalogues, and all of them translated? Changes nothing: `npm run words` does.

const folder = 'app/locales'
const catalogues = fs.readdirSync(folder).filter((file) => file.endsWith('.po'))
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'harambee-words-'))
for (const file of catalogues) fs.copyFileSync(path.join(folder, file), path.join(scratch, file))
const run = spawnSync(process.execPath, ['node_modules/.bin/lingui', 'extract', '--clean', '--workers', '1'], {
  encoding: 'utf8',
  env: { ...process.env, WORDS_FOLDER: scratch },
})
if (run.status !== 0) {
  console.error(run.stdout + run.stderr)
  process.exit(1)
}

/** The entries of a catalogue, without its head: what is said, and how. */
function entriesOf(file: string) {
  const blocks = fs.readFileSync(file, 'utf8').split(/\n\n+/).slice(1)
  const text = (block: string, key: string) => {
    const found = block.match(new RegExp(`^${key} ((?:"(?:[^"\\\\]|\\\\.)*"\\n?)+)`, 'm'))?.[1] ?? ''
    return [...found.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((part) => part[1]).join('')
  }
  return new Map(blocks.map((block) => [text(block, 'msgctxt') + text(block, 'msgid'), text(block, 'msgstr')]))
}

const problems: string[] = []
for (const file of catalogues) {
  const kept = entriesOf(path.join(folder, file))
  const found = entriesOf(path.join(scratch, file))
  for (const id of found.keys()) if (!kept.has(id)) problems.push(`${file} lacks: ${id}`)
  for (const id of kept.keys()) if (!found.has(id)) problems.push(`${file} keeps what nobody says any more: ${id}`)
  if (file !== 'en.po')
    for (const [id, words] of kept) if (id && !words) problems.push(`${file} has no translation of: ${id}`)
}
fs.rmSync(scratch, { recursive: true, force: true })
if (problems.length) {
  console.error(`${problems.join('\n')}\nRun 'npm run words' and translate what is empty.`)
  process.exit(1)
}
