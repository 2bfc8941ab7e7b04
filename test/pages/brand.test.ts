import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { choose } from '#app/admin/settings/choices.server.ts'
import { changeLogo, sweepLogos } from '#app/admin/settings/logo.server.ts'
import { brand, setBrand } from '#app/kit/brand.ts'
import { calendarFile } from '#app/kit/calendar.ts'
import type { ChoiceName } from '#app/kit/choices.ts'
import { fits } from '#app/kit/gsm7.ts'
import { giftSms } from '#app/money/donations/gift-sms.server.ts'
import { verifyMail } from '#app/people/accounts/mails.tsx'
import { codeSms } from '#app/people/accounts/phone-codes.server.ts'
import { tellOfGivenPhone, tellPhonesOfMove } from '#app/people/accounts/phones.server.ts'
import { beginTwoFactor, waitingSecret } from '#app/people/accounts/two-factor.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { useStore } from '#app/platform/pictures/media.server.ts'
import { diskStore } from '#app/platform/pictures/store.server.ts'
import { renderMail } from '#app/ui/render-mail.server.tsx'
import { testDatabase } from '#test/database.ts'
import { mailsTo } from '#test/guest-mails.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { cookieOf, holder, signedIn, someDrive, somePerson } from '#test/make.ts'
import { newAdmin } from '#test/money-now.ts'
import { hasPhone } from '#test/phone-codes.ts'
import { photo } from '#test/pictures.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { allRows, setRows } from '#test/rows.ts'
import type { Fields } from '#test/walk.ts'

// The product under an operator's own name, as visitors, readers and programs get it.

leavesSomethingBehind()
const db = await testDatabase()
const page = plainBrowser()
const { get } = page
const root = await mkdtemp(join(tmpdir(), 'brand-'))
useStore(diskStore(root))
afterAll(() => rm(root, { recursive: true, force: true }))
const by = await newAdmin()
const set = (name: ChoiceName, value: string | null) => choose(db, { name, value, by, why: 'our own brand' })
afterAll(() => setBrand({}))

describe('with a name of its own', () => {
  const name = 'Changa & Pamoja'
  beforeAll(() => set('BRAND_NAME', name))
  afterAll(() => set('BRAND_NAME', null))
  const written = name.replace('&', '&amp;')

  test.each(['en', 'sw'])('the landing page says it in %s, and nothing says ours [T1021]', async (language) => {
    const { text } = await get('/', { language })
    expect(text).toMatch(new RegExp(`<title>[^<]*${written}`))
    expect(text).toContain(`<meta property="og:site_name" content="${written}"/>`)
    expect(text).toContain(`data-brand="${written}"`)
    expect(text).not.toContain('Harambee')
    expect(text).not.toContain('{brand}')
  })

  test.each(['en', 'sw'])('a drive, its forms and the sign-in page say it in %s [T1022]', async (language) => {
    const { slug } = await someDrive(db)
    const drive = `/fundraiser/${slug}`
    for (const path of [
      drive,
      `${drive}/donate`,
      `${drive}/pledge`,
      '/auth',
      '/auth/forgot',
      '/about/help',
      '/nowhere',
    ]) {
      const { text } = await get(path, { language })
      expect(text, path).toMatch(new RegExp(`<title>[^<]*${written}`))
      expect(text, path).not.toMatch(/Harambee|\{brand\}/)
    }
  })

  test('the pages of owners and administrators say it [T1023]', async () => {
    const owner = await somePerson(db)
    const { slug } = await someDrive(db, { ownerId: owner.id })
    const [cookie, admin] = [await cookieOf(owner), await cookieOf(await somePerson(db, { admin: true }))]
    for (const path of [
      'dashboard',
      'settings',
      `fund-drive/${slug}/home`,
      `fund-drive/${slug}/recorded`,
      `fund-drive/${slug}/poster`,
    ])
      expect((await get(`/${path}`, { cookie })).text, path).not.toMatch(/Harambee|\{brand\}/)
    const { text } = await get('/admin/dashboard', { cookie: admin })
    expect(text).toContain(written)
    expect(text).not.toMatch(/Harambee/)
  })

  test('an email says it in its text, and as its sender [T1024]', async () => {
    for (const language of ['en', 'sw'] as const) {
      const to = `${language}-${crypto.randomUUID()}@example.test`
      await mailTo(to, language, verifyMail('Asha', 'https://a.example/verify'))
      const [mail] = await mailsTo(db, to)
      expect(mail!.raw).toMatch(/^From: "?Changa & Pamoja"? <no-reply@harambee\.test>\r\n/m)
      expect(mail!.text).toContain(name)
      expect(mail!.raw + mail!.text + mail!.subject).not.toMatch(/Harambee|\{brand\}/)
    }
  })

  test('texts to phones say it [T1025]', () => {
    expect(codeSms('en', '012345', 'a.example')).toMatch(
      /^012345 is your Changa & Pamoja code.*\n\n@a\.example #012345$/s,
    )
    const gift = { amount: 50_000, drive: '水🙏', code: 'SGE1234567', url: 'https://a.example/r' }
    expect(giftSms({ ...gift, language: 'en' })).toContain('for Changa & Pamoja.')
  })

  test('the manifest, a calendar and an authenticator app get it [T1026]', async () => {
    const manifest = await get('/manifest.webmanifest')
    expect(manifest.headers['content-type']).toContain('manifest+json')
    expect(JSON.parse(manifest.text)).toMatchObject({ name, short_name: name })
    const [begins, ends] = [new Date('2027-01-05T16:00:00Z'), new Date('2027-01-05T20:00:00Z')]
    const event = {
      uid: 'a',
      sequence: 1,
      method: 'PUBLISH' as const,
      begins,
      ends,
      title: 'A',
      place: 'B',
      notes: [],
      link: 'c',
    }
    expect(calendarFile(event, new Date())).toContain(`\r\nPRODID:-//${name}//${name}//EN\r\n`)
    const person = await somePerson(db)
    const { headers } = await signedIn(person)
    const { person: who, session } = (await holder(db, headers))!
    await beginTwoFactor(db, headers, { userId: who.id, session }, person.password)
    const { uri } = (await waitingSecret(db, person, { isFresh: true }))!
    expect(uri).toContain('otpauth://totp/Changa%20%26%20Pamoja%3A')
    expect(uri).toContain('&issuer=Changa%20%26%20Pamoja&')
  })
})

describe('a name', () => {
  test.each(['', 'a'.repeat(31), 'a\u202eb', 'a\u0007b', 'a\u2066b', 'a\nb', '<b>', 'a:b', 'a"b'])(
    'is refused at its field: %j [T1027]',
    async (value) => {
      await expect(set('BRAND_NAME', value)).rejects.toMatchObject({ status: 422, field: 'value' })
    },
  )

  test('of thirty letters leaves each text to a phone its limit [T1028]', async () => {
    for (const value of ['M'.repeat(30), '['.repeat(30), 'ሐ'.repeat(30)]) {
      await set('BRAND_NAME', value)
      for (const language of ['en', 'sw'] as const) {
        const text = codeSms(language, '012345', 'a.example')
        expect([text, fits(text)]).toEqual([text, true])
        const person = await somePerson(db)
        await setRows('users', { id: person.id }, { language })
        const phone = await hasPhone(db, person.id)
        await db.transaction().execute(async (tx) => {
          await tellPhonesOfMove(tx, person.id, 'move')
          await tellOfGivenPhone(tx, person.id, { phone, old: [phone] })
        })
        const texts = await db.selectFrom('sms_outbox').where('phone', '=', phone).select('text').execute()
        expect(texts.map(({ text }) => fits(text!))).toEqual([true, true, true])
      }
    }
    await set('BRAND_NAME', null)
    expect(brand()).toBe('Harambee')
  })

  test('holds in the page of the next visitor, and its history stays [T1029]', async () => {
    for (const value of ['Changa', null]) {
      await set('BRAND_NAME', value)
      expect((await get('/')).text).toContain(`<meta property="og:site_name" content="${value ?? 'Harambee'}"/>`)
    }
    expect((await get('/')).text).not.toContain('data-brand')
    const log = await allRows('audit_log', { subject: 'BRAND_NAME' })
    expect(log.at(-1)).toMatchObject({
      act: 'setting changed',
      before: { value: 'Changa' },
      after: { value: 'Harambee' },
    })
  })
})

describe('with a colour of its own', () => {
  afterAll(() => set('BRAND_COLOUR', null))

  test('each page, an email and the manifest have it, and the default adds nothing [T1033]', async () => {
    expect((await get('/')).text).not.toContain('<style data-brand')
    await set('BRAND_COLOUR', '#7A123F')
    const { text } = await get('/')
    expect(text).toContain('<style data-brand="">html:root{--brand:light-dark(#7a123f,')
    expect((await get('/nowhere')).text).toContain('<style data-brand="">')
    expect((await get('/door')).text).not.toContain('#14532f')
    expect(JSON.parse((await get('/manifest.webmanifest')).text)).toMatchObject({ theme_color: '#7a123f' })
    expect(renderMail('en', verifyMail('Asha', 'https://a.example/verify')).html).toMatch(/background:\s?#7a123f/)
  })

  test.each(['#ffd400', '#777777', 'green', '#7a123f;}body{display:none'])(
    '%s is refused at its field, with the reason [T1034]',
    async (value) => {
      await expect(set('BRAND_COLOUR', value)).rejects.toMatchObject({
        status: 422,
        field: 'value',
        message: expect.stringContaining('contrast of 4.5'),
      })
    },
  )
})

describe('with a logo of its own', () => {
  afterAll(() => set('BRAND_LOGO', null).catch(() => undefined))
  const why = 'our own brand'
  const send = async (file: File | undefined, more: Record<string, string> = {}) => {
    const admin = await somePerson(db, { admin: true })
    const fields: Fields = file ? [['image', file]] : []
    return page.send('/admin/settings/logo', [...fields, ...Object.entries({ why, again: admin.password, ...more })], {
      cookie: await cookieOf(admin),
    })
  }
  const png = async () => new Uint8Array(await photo(300, 200).png().toBuffer())

  test('pages, icons and the manifest show it until it is removed [T1035]', async () => {
    const sent = await send(new File([await png()], 'logo.png', { type: 'image/png' }))
    expect([sent.status, sent.words]).toEqual([303, expect.anything()])
    const [, logo] = /data-logo="(brand\/[0-9a-f]{32})"/.exec((await get('/')).text)!
    const { text } = await get('/')
    expect(text).toContain(`<img src="/media/${logo}-96.webp" alt=""`)
    expect(text).toMatch(new RegExp(`<link[^>]* rel="icon" href="/media/${logo}-96.webp"`))
    expect(text).not.toContain('/favicon.svg')
    const icons = JSON.parse((await get('/manifest.webmanifest')).text).icons as { src: string }[]
    expect(icons.map(({ src }) => src)).toEqual([`/media/${logo}-192.webp`, `/media/${logo}-512.webp`])
    for (const { src } of icons) {
      const { status, headers, bytes } = await get(src)
      expect([status, headers['content-type']]).toEqual([200, 'image/webp'])
      // It was made again: nothing of the file that was sent is in it.
      expect(bytes.toString('latin1', 8, 12)).toBe('WEBP')
    }
    expect(await sweepLogos(db)).toBe(0)
    expect((await send(undefined, { remove: 'on' })).status).toBe(303)
    expect((await get('/')).text).not.toContain('data-logo')
    const log = await allRows('audit_log', { subject: 'BRAND_LOGO' })
    expect(log.map(({ after }) => (after as { value: string }).value)).toEqual([logo, ''])
  })

  test.each([
    [
      'too big',
      async () => new File([await png(), new Uint8Array(513 * 1024)], 'a.png', { type: 'image/png' }),
      /512 kB/,
    ],
    [
      'an SVG',
      async () => new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.svg', { type: 'image/svg+xml' }),
      /PNG or WebP/,
    ],
    ['no picture', async () => new File(['hello'], 'a.png', { type: 'image/png' }), /PNG or WebP/],
    [
      'the beginning of a picture',
      async () => new File([(await png()).slice(0, 60)], 'a.png', { type: 'image/png' }),
      /Please select an image file/,
    ],
    [
      'a JPEG',
      async () => new File([new Uint8Array(await photo(30, 30).jpeg().toBuffer())], 'a.jpg', { type: 'image/jpeg' }),
      /PNG or WebP/,
    ],
  ])('a file that is %s is refused at its field [T1036]', async (_, made, says) => {
    await expect(changeLogo(db, await made(), { by, why })).rejects.toMatchObject({
      status: 422,
      field: 'image',
      message: expect.stringMatching(says),
    })
    expect((await get('/')).text).not.toContain('data-logo')
  })

  test('a form that is refused keeps the logo, and says why where no script runs [T1037]', async () => {
    const admin = await somePerson(db, { admin: true })
    const one = page.walks({ cookie: await cookieOf(admin) })
    const sent = await send(undefined)
    expect(sent.status).toBe(303)
    expect(sent.headers['set-cookie']?.join()).toMatch(/flash=/)
    expect((await one.open('/admin/settings')).text).toMatch(
      /<form[^>]*action="\/admin\/settings\/logo"[^>]*multipart|<form[^>]*multipart[^>]*action="\/admin\/settings\/logo"/,
    )
  })
})
