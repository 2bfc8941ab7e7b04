import http from 'node:http'
import { pause } from '../../test/launch.ts'
import { machines } from './net.ts'

// The roles of the three databases, as Patroni says: one is the primary, the others follow.

export const databases = ['db1', 'db2', 'db3'] as const
export type Database = (typeof databases)[number]

type Member = { name: string; role: string; state: string; lag?: number | string }
/** Returns the members as Patroni knows them, asked on any machine that answers. */
export async function members(): Promise<Member[]> {
  for (const name of databases) {
    const said = await get(`http://${machines[name]}:8008/cluster`)
    if (said) return (JSON.parse(said) as { members: Member[] }).members
  }
  return []
}

/** Asks without waiting for long. Undefined: there was no answer. */
export function get(address: string, body?: object, method = body ? 'POST' : 'GET'): Promise<string | undefined> {
  return new Promise((resolve) => {
    const text = body && JSON.stringify(body)
    const asking = http.request(address, { method, timeout: 2000, agent: false }, (answer) => {
      let said = ''
      answer.setEncoding('utf8').on('data', (part) => (said += part))
      answer.on('end', () => resolve(said))
    })
    asking.on('timeout', () => asking.destroy())
    asking.on('error', () => resolve(undefined))
    asking.end(text)
  })
}

async function withRole(is: (member: Member) => boolean): Promise<Database[]> {
  for (let turn = 0; turn < 60; turn++) {
    const found = (await members()).filter(is).map(({ name }) => name as Database)
    if (found.length > 0) return found
    await pause(500)
  }
  throw new Error('no database has this role')
}
export const primary = async () => (await withRole(({ role }) => role === 'leader'))[0]!
export const standbys = () => withRole(({ role }) => role !== 'leader')
export const syncStandby = async () => (await withRole(({ role }) => role === 'sync_standby'))[0]!
