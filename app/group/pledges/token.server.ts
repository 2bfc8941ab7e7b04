import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { isSignedByUs, linkSecret } from '#app/platform/settings/accepted-secrets.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { mailsPath, pledgePath } from './pledge.ts'

// The link with which the giver of a pledge comes back. The database stores only its hash; so that it can be written into a reminder
// again, it is made from our secret and from the key of the form.

/** Returns the secret end of a pledge's address. */
export const tokenOf = (clientKey: string): string => linkSecret(`the link of pledge ${clientKey}`)

/** Returns the proof in our first message alone: its holder reads the messages to that phone or address. */
export const yesOf = (clientKey: string, secret?: string): string =>
  linkSecret(`the yes of pledge ${clientKey}`, secret).slice(-8)

export const isYes = (clientKey: string, typed: string): boolean =>
  isSignedByUs(typed, (secret) => yesOf(clientKey, secret))

/** Returns the proof in our mails alone: its holder may stop mails to that address. */
const readerOf = (clientKey: string, secret?: string): string =>
  linkSecret(`the mails of pledge ${clientKey}`, secret).slice(-16)

export const isMailReader = (clientKey: string, typed: string): boolean =>
  isSignedByUs(typed, (secret) => readerOf(clientKey, secret))

/** SQL: the pledge (g) of a link, of the first one or of the one that was written last. */
export function pledgeByLink(token: string) {
  const hash = hashOfPledgeToken(token)
  return sql<boolean>`(g.token_hash = ${hash} or g.renewed_hash = ${hash})`
}

/** Accepts a second link when our secret has changed: the next link is made from the new secret, and opens the pledge, too. */
export async function renewLink(db: Db | Tx, { id, client_key }: { id: number; client_key: string }): Promise<void> {
  const hash = hashOfPledgeToken(tokenOf(client_key))
  await db
    .updateTable('pledges')
    .set({ renewed_hash: hash })
    .where('id', '=', id)
    .where('token_hash', '<>', hash)
    .where('renewed_hash', 'is distinct from', hash)
    .execute()
}

export const hashOfPledgeToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Returns the whole link, for texts and mails. */
export const linkOfPledge = (clientKey: string): string => publicAddress() + pledgePath(tokenOf(clientKey))

/** Returns the link of the first message, with which its reader may say yes. */
export const yesLinkOf = (clientKey: string): string => `${linkOfPledge(clientKey)}?yes=${yesOf(clientKey)}`

/** Returns where the reader of a mail ends all mails about pledges: a page, and the target of a mail program's post. */
export const mailsLinkOf = (clientKey: string): string =>
  publicAddress() + mailsPath(tokenOf(clientKey), readerOf(clientKey))
export const mailsHookOf = (clientKey: string): string =>
  `${publicAddress()}/hooks/mails/${tokenOf(clientKey)}/${readerOf(clientKey)}`
