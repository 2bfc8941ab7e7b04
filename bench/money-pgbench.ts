import { spawnSync } from 'node:child_process'
import type { House } from './money-app.ts'

// The yardstick: how often this very server, with these very disks, does five small writes and a commit for a person who
// asks in C and does nothing else.

const scale = 50

export const hasPgbench = (): boolean => spawnSync('pgbench', ['--version']).status === 0

/** A database of its own on the same server. Needs 800 MB on the disk. */
export async function preparePgbench({ db, databaseUrl }: House): Promise<void> {
  await db.query('create database pgbench')
  pgbench(databaseUrl, ['-i', '-q', '-s', String(scale)])
}

/** Transactions a second, as pgbench does them by itself: TPC-B-like, over TCP, no prepared statements. */
export function transactions({ databaseUrl }: House, clients: number, seconds: number): number {
  const said = pgbench(databaseUrl, ['-n', '-c', String(clients), '-j', '2', '-T', String(seconds)])
  const tps = Number(/tps = ([\d.]+)/.exec(said)?.[1])
  if (!tps) throw new Error(`pgbench said no figure:\n${said}`)
  return tps
}

function pgbench(databaseUrl: string, asked: string[]): string {
  const { hostname, port, username, password } = new URL(databaseUrl)
  const env = { ...process.env, PGPASSWORD: decodeURIComponent(password) }
  const done = spawnSync('pgbench', ['-h', hostname, '-p', port, '-U', username, ...asked, 'pgbench'], {
    env,
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(`pgbench ended with ${done.status}:\n${done.stderr}`)
  return done.stdout
}
