import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { startJobs } from '#app/jobs.server.ts'
import { type Db, thePool } from '#app/platform/db.server.ts'
import type { Worker } from '#app/platform/jobs/worker.server.ts'

// Jobs are worked off while the tests of a file run, as the product does it, and what they send is waited for.

export function worksOffJobs() {
  let worker: Worker
  beforeAll(() => {
    worker = startJobs(thePool())
  })
  afterAll(() => worker.stop())
}

type Mail = { subject: string; text: string }
/** The mails to an address, the newest first, once one of them has such a subject. */
export async function mailed(db: Db, email: string, subject = /^/): Promise<Mail[]> {
  let mails: Mail[] = []
  const look = async () => {
    const found = sql<Mail>`select subject, text from sandbox.mails where to_address = ${email} order by id desc`
    mails = (await found.execute(db)).rows
    return mails.some((mail) => subject.test(mail.subject))
  }
  await expect.poll(look).toBe(true)
  return mails
}
/** Where the first link in a mail leads. */
export const linkIn = ({ text }: Mail): string => /https?:\/\/[^/\s]+(\S+)/.exec(text)![1]!

/** The newest code that was texted to a phone, once there are so many. */
export async function codeOn(db: Db, phone: string, nr = 1): Promise<string> {
  let codes: string[] = []
  const look = async () => {
    const found = sql<{ text: string }>`select text from sms_outbox where phone = ${phone} order by id desc`
    codes = (await found.execute(db)).rows.flatMap(({ text }) => /#(\d{6})$/.exec(text)?.[1] ?? [])
    return codes.length
  }
  await expect.poll(look).toBe(nr)
  return codes[0]!
}
