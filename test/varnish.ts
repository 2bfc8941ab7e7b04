import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '#app/platform/postgres/postgres.server.ts'
import { installed } from '../scripts/browser.ts'
import { until } from './launch.ts'

// Varnish for tests, by deploy/varnish/harambee.vcl, where it is installed.

export const varnishd = installed('varnishd')
if (!varnishd)
  console.warn('varnishd is not installed (apt install varnish varnish-modules): deploy/varnish was not tried')

export const purgeToken = 'a-token-of-some-length'

/** Starts it before what listens at this port of the same machine. `changed` may write other times into the file. */
export async function startVarnish(before: number, changed = (vcl: string) => vcl) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'harambee-varnish-'))
  const file = path.join(folder, 'harambee.vcl')
  const vcl = readFileSync('deploy/varnish/harambee.vcl', 'utf8')
  writeFileSync(file, changed(vcl.replace('.port = "3000"', `.port = "${before}"`)))
  const port = await freePort()
  const place = ['-n', path.join(folder, 'work'), '-a', `127.0.0.1:${port}`]
  const words = ['-F', '-j', 'none', ...place, '-f', file, '-s', 'malloc,16m', '-p', 'http_gzip_support=off']
  const env = { ...process.env, EDGE_PURGE_TOKEN: purgeToken }
  const child = spawn(varnishd!, words, { env, stdio: 'ignore' })
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/favicon.svg`).then(
      ({ status }) => status === 200,
      () => false,
    )
  await until(isUp, 'Varnish')
  return { port, stop: () => ended(child).then(() => rmSync(folder, { recursive: true, force: true })) }
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill()
  await gone
}
