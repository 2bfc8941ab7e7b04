import { releasePledge, writePledge } from '#app/group/pledges/pledge.server.ts'
import { enterRecorded } from '#app/group/recorded-gifts/recorded.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { uuidOf } from '#app/platform/jobs/sent-once.server.ts'
import { dayIn } from './days.ts'

// What was promised for a drive: in shillings, the days until it is to be given, and what of it was given in cash; and what
// else its owner took by hand. Nobody is written to: these people do not exist.

type ExamplePledge = { name: string; shillings: number; due: number; cash?: number; released?: true }

const pump: ExamplePledge[] = [
  { name: 'Kisumu Boda Sacco', shillings: 20_000, due: 12 },
  { name: 'Mama Njeri', shillings: 5_000, due: 6, cash: 2_000 },
  { name: 'Pastor Owino', shillings: 3_000, due: -4, cash: 3_000 },
  { name: 'Mzee Okoth', shillings: 2_500, due: -6 },
  { name: 'Baba Akinyi', shillings: 1_000, due: -2, released: true },
]

const pledges: Record<string, ExamplePledge[]> = {
  'Clean Water for Kisima': pump,
  'Quiet Corner Library': [
    { name: 'Readers of Nyeri Hill', shillings: 30_000, due: 25 },
    { name: 'Mwalimu Jemimah', shillings: 6_000, due: 9, cash: 2_500 },
  ],
}

type ByHand = { name: string; shillings: number; method: 'cash' | 'cheque'; daysAgo: number; note?: string }

const byHand: Record<string, ByHand[]> = {
  'Quiet Corner Library': [
    { name: 'St. Anne’s Parish', shillings: 24_000, method: 'cheque', daysAgo: 10, note: 'Cheque 000417' },
    { name: 'Estate Mothers’ Union', shillings: 7_500, method: 'cash', daysAgo: 6, note: 'Envelope at the fair' },
    { name: 'Mzee Karanja', shillings: 1_000, method: 'cash', daysAgo: 2 },
  ],
}

type Of = { driveId: string; title: string; ownerId: string }

/** Writes down what was promised for an example drive and given by hand, by the form actions of its owner. */
export async function writeBeside(tx: Tx, of: Of): Promise<void> {
  await writeByHand(tx, of)
  await writePledges(tx, of)
}

async function writeByHand(tx: Tx, { driveId, title, ownerId: by }: Of) {
  for (const { name, shillings, method, daysAgo, note = null } of byHand[title] ?? [])
    await enterRecorded(tx, {
      driveId,
      by,
      name,
      phone: null,
      anonymous: false,
      amount: shillings * 100,
      method,
      code: null,
      note,
      givenOn: dayIn(-daysAgo),
      clientKey: uuidOf(`${driveId} by hand ${name}`),
    })
}

async function writePledges(tx: Tx, { driveId, title, ownerId: by }: Of) {
  for (const { name, shillings, due, cash, released } of pledges[title] ?? []) {
    const whose = { driveId, by, name, phone: null, anonymous: false }
    const { id } = await writePledge(tx, {
      ...whose,
      amount: shillings * 100,
      email: null,
      dueOn: dayIn(due),
      source: 'organiser',
      agreed: false,
      clientKey: uuidOf(`${driveId} pledge ${name}`),
    })
    if (cash)
      await enterRecorded(tx, {
        ...whose,
        amount: cash * 100,
        method: 'cash',
        code: null,
        givenOn: dayIn(-3),
        note: null,
        clientKey: uuidOf(`${driveId} cash ${name}`),
        pledgeId: id,
      })
    if (released) await releasePledge(tx, { id, by })
  }
}
