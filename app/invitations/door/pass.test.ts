import { generateKeyPairSync, randomBytes, randomUUID, verify } from 'node:crypto'
import encodeQR from 'qr'
import { afterEach, describe, expect, test } from 'vitest'
import { answer } from '#app/invitations/guests/answers/answer.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { brokenBooks } from '#test/books.ts'
import { chance } from '#test/chance.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { oneRow } from '#test/rows.ts'
import { isSigned, linkToAnswer, publicKeys, signedPass, signingKey } from './keys.server.ts'
import { passOf } from './pass.server.ts'
import { bodyOfPass, passIn, passText, tagOf } from './pass.ts'

const db = await testDatabase()
afterEach(async () => expect(await brokenBooks(db)).toEqual([]))

const host = 'https://harambee.example'
const [occasionId, invitation] = [randomUUID(), randomUUID()]
const raw = ({ publicKey }: ReturnType<typeof newKeys>) =>
  Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')
const newKeys = () => generateKeyPairSync('ed25519')
const someText = (keys = newKeys()) =>
  signedPass(keys.privateKey, host, occasionId, { invitation, version: 1, seats: 4 })

describe('the text of a pass', () => {
  test('says what was put into it, however it is written', () => {
    const text = someText()
    expect(text).toMatch(/^HTTPS:\/\/HARAMBEE\.EXAMPLE\/P\/[A-Z2-7]{136}$/)
    const pass = { tag: tagOf(occasionId), invitation, version: 1, seats: 4 }
    for (const written of [text, text.toLowerCase(), ` ${text}\n`, text.slice(text.lastIndexOf('/') + 1)])
      expect(passIn(written)?.pass).toEqual(pass)
  })

  test('fits a QR code of version 7 in capitals', () => {
    // A code of version 7 has 45 modules across, and one more at each side here.
    expect(encodeQR(someText(), 'raw', { ecc: 'medium', border: 1 })).toHaveLength(47)
  })

  test('what is cut, doubled, too long or something else is no pass', () => {
    const text = someText()
    const wrong = [
      text.slice(0, -1),
      text + text,
      `${text}A`,
      'x'.repeat(10_000),
      '',
      'ABC234',
      'https://harambee.example/',
    ]
    expect(wrong.map(passIn)).toEqual(wrong.map(() => undefined))
    expect(passIn(text.replace('/P/A', '/P/B'))).toBeUndefined()
  })
})

describe('forged pass', () => {
  test('O15: another number of seats, another occasion, a foreign key, a cut text and 1,000 changed bits: none is signed', () => {
    const keys = newKeys()
    const mine = [raw(keys)]
    const good = passIn(someText(keys))!
    expect(isSigned(good, mine)).toBe(true)
    const forged = (body: Uint8Array<ArrayBuffer>, signature = good.signature) => passText(host, body, signature)
    const texts = [
      forged(bodyOfPass({ ...good.pass, seats: 5 })),
      forged(bodyOfPass({ ...good.pass, version: 2 })),
      forged(bodyOfPass({ ...good.pass, tag: good.pass.tag ^ 1 })),
      forged(bodyOfPass({ ...good.pass, invitation: randomUUID() })),
      forged(good.body, new Uint8Array(64)),
      forged(good.body, new Uint8Array(randomBytes(64))),
      someText(),
      someText(keys).slice(0, -2),
    ]
    const whole = new Uint8Array([...good.body, ...good.signature])
    const luck = chance()
    for (let nr = 0; nr < 1000; nr++) {
      const flipped = whole.slice()
      const bit = nr < whole.length * 8 ? nr : luck.whole(0, whole.length * 8 - 1)
      flipped[bit >> 3]! ^= 1 << (bit & 7)
      // Another bit as well, so that more than the 680 single ones are tried.
      if (nr >= whole.length * 8) flipped[bit >> 3 === 0 ? 1 : 0]! ^= 1
      texts.push(passText(host, flipped.slice(0, 21), flipped.slice(21)))
    }
    const taken = texts.filter((text) => {
      const read = passIn(text)
      return read && isSigned(read, mine)
    })
    expect([texts.length, taken]).toEqual([1008, []])
  })

  test('a signature over the same bytes without the words before them is none', () => {
    const keys = newKeys()
    const good = passIn(someText(keys))!
    expect(verify(null, good.body, keys.publicKey, good.signature)).toBe(false)
  })
})

describe('the keys of an occasion', () => {
  test('the first one is made when it is needed, once for all who need it at once', async () => {
    const { occasionId: id } = await someGathering(db)
    await Promise.all(Array.from({ length: 24 }, () => signingKey(db, id)))
    expect(await publicKeys(db, id)).toHaveLength(1)
  })

  test('with another secret of the product a new one is made, and passes of the old one stay good', async () => {
    const { occasionId: id } = await someGathering(db)
    const before = settings.AUTH_SECRET!
    const old = passIn(signedPass(await signingKey(db, id), host, id, { invitation, version: 1, seats: 2 }))!
    try {
      settings.AUTH_SECRET = 'another-secret-than-the-one-of-all-other-tests'
      const text = signedPass(await signingKey(db, id), host, id, { invitation, version: 1, seats: 2 })
      const keys = await publicKeys(db, id)
      expect(keys).toHaveLength(2)
      expect([isSigned(old, keys), isSigned(passIn(text)!, keys)]).toEqual([true, true])
      expect(isSigned(old, keys.slice(0, 1))).toBe(false)
    } finally {
      settings.AUTH_SECRET = before
    }
  })
})

describe('the pass of a guest', () => {
  const yes = { no: 1, reply: 'yes', adults: 2, children: 1 } as const

  test('is there once they said Yes, and says how many come', async () => {
    const gathering = await someGathering(db)
    const guest = await someGuest(db, gathering)
    expect(await passOf(db, guest.link, 1, host)).toBeUndefined()
    await answer(db, guest.link, yes)
    const pass = (await passOf(db, guest.link, 1, host))!
    expect([pass.name, pass.people, pass.code]).toEqual(['Mama Njeri', 3, expect.stringMatching(/^[2-9A-Z]{6}$/)])
    const read = passIn(pass.text)!
    expect([read.pass.seats, isSigned(read, await publicKeys(db, gathering.occasionId))]).toEqual([3, true])
    await answer(db, guest.link, { no: 1, reply: 'no', adults: 0, children: 0 })
    expect(await passOf(db, guest.link, 1, host)).toBeUndefined()
  })

  test('leads who has not answered to their page, and nobody who forged or replaced it', async () => {
    const gathering = await someGathering(db)
    const guest = await someGuest(db, gathering)
    const { occasionId: id } = gathering
    const { id: theirs } = await oneRow('invitations', { occasion_id: id })
    const key = await signingKey(db, id)
    const text = (version: number, signs = key) =>
      signedPass(signs, host, id, { invitation: theirs, version, seats: 3 })
    expect(await linkToAnswer(db, text(1))).toBe(guest.link)
    expect(await linkToAnswer(db, text(2))).toBeUndefined()
    expect(await linkToAnswer(db, text(1, newKeys().privateKey))).toBeUndefined()
    expect(await linkToAnswer(db, 'nonsense')).toBeUndefined()
    await answer(db, guest.link, yes)
    expect(await linkToAnswer(db, text(1))).toBeUndefined()
  })
})
