import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { openSealed, sealedAnew, sealNow } from '#app/platform/settings/accepted-secrets.server.ts'
import { bodyOfPass, type Pass, passIn, passText, type ReadPass, signedOf, tagOf } from './pass.ts'

// The keys that sign the passes of an occasion. The first key is made when it is first needed. A key that can't be decrypted any more,
// because the product's secret was lost, is retired; passes that it signed stay good.

const purpose = 'key of an occasion'

/** Returns the key that signs passes of this occasion now. */
export async function signingKey(db: Db, occasionId: string): Promise<KeyObject> {
  const known = await livingKey(db, occasionId)
  return known ?? inOneGo(db, (tx) => keyIn(tx, occasionId))
}

/** Returns the signing key inside a transaction; makes one if there is none. */
export async function keyIn(tx: Tx, occasionId: string): Promise<KeyObject> {
  // Two requests need the first key at once: the lock makes the later one find it.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`key ${occasionId}`}, 0))`.execute(tx)
  return (await livingKey(tx, occasionId)) ?? newKey(tx, occasionId)
}

async function livingKey(db: Db | Tx, occasionId: string): Promise<KeyObject | undefined> {
  const row = await db
    .selectFrom('occasion_keys')
    .where('occasion_id', '=', occasionId)
    .where('retired_at', 'is', null)
    .select('secret')
    .executeTakeFirst()
  const opened = row && openSealed(purpose, row.secret)
  return opened ? createPrivateKey({ key: Buffer.from(opened, 'base64'), format: 'der', type: 'pkcs8' }) : undefined
}

/** Seals the keys that the previous secret sealed with the current one. Returns how many, and how many no accepted secret opens. */
export async function sealKeysAnew(db: Db): Promise<{ anew: number; lost: number }> {
  const keys = await db
    .selectFrom('occasion_keys')
    .where('retired_at', 'is', null)
    .select(['occasion_id', 'no', 'secret'])
    .execute()
  const done = { anew: 0, lost: 0 }
  for (const { occasion_id, no, secret } of keys) {
    const sealed = sealedAnew(purpose, secret)
    if (sealed === undefined) {
      if (openSealed(purpose, secret) === undefined) done.lost++
      continue
    }
    const one = db.updateTable('occasion_keys').set({ secret: sealed })
    await one.where('occasion_id', '=', occasion_id).where('no', '=', no).where('secret', '=', secret).execute()
    done.anew++
  }
  return done
}

async function newKey(tx: Tx, occasionId: string): Promise<KeyObject> {
  await tx
    .updateTable('occasion_keys')
    .set({ retired_at: sql`now()` })
    .where('occasion_id', '=', occasionId)
    .where('retired_at', 'is', null)
    .execute()
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  await tx
    .insertInto('occasion_keys')
    .values({
      occasion_id: occasionId,
      no: sql<number>`(select coalesce(max(no), 0) + 1 from occasion_keys where occasion_id = ${occasionId})`,
      public: Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url'),
      secret: sealNow(purpose, secret),
    })
    .execute()
  return privateKey
}

/** Returns every key whose passes are good, 32 bytes each. */
export const publicKeys = async (db: Db | Tx, occasionId: string): Promise<Buffer[]> =>
  (
    await db
      .selectFrom('occasion_keys')
      .where('occasion_id', '=', occasionId)
      .orderBy('no', 'desc')
      .select('public')
      .limit(100)
      .execute()
  ).map((row) => row.public)

/** Returns the signed text of a pass. */
export function signedPass(key: KeyObject, origin: string, occasionId: string, pass: Omit<Pass, 'tag'>): string {
  const body = bodyOfPass({ ...pass, tag: tagOf(occasionId) })
  return passText(origin, body, sign(null, signedOf(body), key))
}

/** Tells whether one of these keys signed the pass. */
export const isSigned = ({ body, signature }: ReadPass, keys: Buffer[]): boolean =>
  keys.some((key) => verify(null, signedOf(body), publicKeyOf(key), signature))

const publicKeyOf = (key: Buffer) =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') }, format: 'jwk' })

/** Returns the link of a pass's guest, if we signed the pass, it was not replaced, and they have not answered yet. */
export async function linkToAnswer(db: Db, text: string): Promise<string | undefined> {
  const read = passIn(text)
  if (!read) return undefined
  const row = await db
    .selectFrom('invitations as i')
    .innerJoin('supporters as s', 's.id', 'i.supporter_id')
    .where('i.id', '=', read.pass.invitation)
    .where('i.state', '=', 'invited')
    .select(['i.occasion_id as occasionId', 'i.pass_version as version', 's.link'])
    .executeTakeFirst()
  if (row?.version !== read.pass.version || tagOf(row.occasionId) !== read.pass.tag) return undefined
  return isSigned(read, await publicKeys(db, row.occasionId)) ? row.link : undefined
}
