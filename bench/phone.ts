// node bench/phone.ts   How fast gifts by phone are asked for, heard of and booked. Words as arguments choose: validation, taps,
// burst, drives, prompts, list, statement. `PART=0.1` for a tenth of everything, `EVENTS=3000 SECONDS=10` for a smaller burst,
// `ROWS=2000` for a shorter list and statement. Linux only.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { ensureBuild } from '../scripts/build.ts'
import { signIn } from '../test/launch.ts'
import { type House, withHouse } from './money-app.ts'
import { burst, list, oneDrive, prompts, statement, taps, validation } from './phone-loads.ts'
import { type Rail, railAt } from './phone-made.ts'
import { shortcode } from './phone-rail.ts'

const part = Number(process.env.PART ?? 1)
const sized = (full: number, name?: string) =>
  Number((name && process.env[name]) || Math.max(1, Math.round(full * part)))

const all: Record<string, (house: House, rail: Rail) => Promise<void>> = {
  validation: (house, rail) => validation(house, rail, sized(200)),
  taps: (house, rail) => taps(house, rail, sized(20)),
  burst: (house, rail) => burst(house, rail, sized(30_000, 'EVENTS'), Number(process.env.SECONDS ?? 60)),
  drives: (house, rail) => oneDrive(house, rail, sized(2000), Number(process.env.ROUNDS ?? 3)),
  prompts: (house, rail) => prompts(house, rail, sized(1000), Number(process.env.ROUNDS ?? 3)),
  list: (house, rail) => list(house, rail, sized(20_000, 'ROWS')),
  statement: (house) => statement(house, () => signIn(house, 'admin@harambee.test'), sized(20_000, 'ROWS')),
}

const loads = () =>
  os
    .loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')

await ensureBuild()
const home = mkdtempSync(path.join(os.tmpdir(), 'harambee-bench-'))
const port = await freePort()
const rail = spawn(process.execPath, ['bench/phone-rail.ts', String(port)], { stdio: ['pipe', 'inherit', 'inherit'] })
// The example people, for the administrator who sends the statement.
Object.assign(process.env, {
  HARAMBEE_DEMO: '1',
  DARAJA_KEY: 'bench-key-0123',
  DARAJA_SECRET: 'bench-secret-0123',
  DARAJA_PASSKEY: 'bench-passkey-0123',
  DARAJA_SHORTCODE: shortcode,
  DARAJA_PULL_NUMBER: '254708374149',
  DARAJA_URL: `http://127.0.0.1:${port}`,
})
console.log(`load of the machine before: ${loads()}`)
try {
  const wanted = process.argv.slice(2)
  await withHouse(home, async (house) => {
    const at = await railAt(port)
    for (const [name, run] of Object.entries(all))
      if (wanted.length === 0 || wanted.includes(name)) await run(house, at)
  })
} finally {
  rail.kill()
  rmSync(home, { recursive: true, force: true })
}
console.log(`load of the machine after: ${loads()}`)

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })
}
