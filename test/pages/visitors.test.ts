import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { postComment } from '#app/drives/comments/comment.server.ts'
import { commentForm } from '#app/drives/comments/comment-forms.ts'
import { setShortName } from '#app/drives/drive/manage.server.ts'
import { dayAt } from '#app/kit/time.ts'
import { applyResult } from '#app/money/payments/apply.server.ts'
import type { PaymentDetails } from '#app/money/payments/payment.ts'
import { toasts } from '#app/people/accounts/people.ts'
import { lifecycle } from '#app/platform/processes/lifecycle.server.ts'
import type { Charge } from '#app/platform/providers/provider.ts'
import { problemWith, settings } from '#app/platform/settings/settings.server.ts'
import { fieldOf } from '#test/app-forms.ts'
import { pieceOf, wordsOf } from '#test/as-sent.ts'
import { testDatabase } from '#test/database.ts'
import { signedIn, someDrive, somePerson } from '#test/make.ts'
import { booksMustHold, gift, paid } from '#test/money.ts'
import { linkTo, plainBrowser } from '#test/plain-browser.ts'
import { someCash, somePledge } from '#test/pledges.ts'
import { query } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'

// What visitors read and send who have no script: the page of a drive and its forms, what comes after paying, the language.

const db = await testDatabase()
booksMustHold(() => db)
const { get, send, visitor, walks } = plainBrowser()
const { id: organiser } = await somePerson(db, { fullName: 'Wanjiru Kamau' })
const drive = (own: Parameters<typeof someDrive>[1] = {}) =>
  someDrive(db, { ownerId: organiser, title: 'heal mama achieng', goal: '250000', ...own })
const read = async (path: string) => {
  const { status, text, words } = await get(path)
  return { status, text, words }
}
const textOf = (address: string) => new URL(address).searchParams.get('text')

describe('the page of a drive', () => {
  test('has its figures, its tabs in the address, and a badge that says what was checked [T3]', async () => {
    const { id, slug } = await drive()
    await query`update fund_drives set description = '<p>Mama needs <strong>us</strong>.</p>' where id = ${id}`
    const { text, words } = await read(`/fundraiser/${slug}`)
    expect(wordsOf(pieceOf(text, /<h1.*?<\/h1>/s))).toBe('Heal Mama Achieng')
    expect(wordsOf(pieceOf(text, /<section aria-label="Progress".*?<\/section>/s))).toBe(
      'KES 0 0.0% raised of KES 250,000 No end date DONATE 0 donors See donations',
    )
    expect(words).toContain(
      `Organised by Wanjiru Kamau Nairobi, Kenya Started: ${new Date().getFullYear()} Description`,
    )
    expect(words).toMatch(
      /Verified Fundraiser What was checked The organiser’s email was confirmed, \d+ \w+ \d{4}\. We have not/,
    )
    expect(words).toContain('Mama needs us .')

    const tabs = [...text.matchAll(/<a[^>]*role="tab"[^>]*>/g)].map(([tab]) => ({
      to: /href="([^"]*)"/.exec(tab)![1],
      selected: tab.includes('aria-selected="true"'),
    }))
    expect(tabs).toEqual([
      { to: expect.stringMatching(`^/fundraiser/${slug}(#|$)`), selected: true },
      { to: expect.stringContaining(`/fundraiser/${slug}?tab=gallery`), selected: false },
      { to: expect.stringContaining(`/fundraiser/${slug}?tab=comments`), selected: false },
    ])
    expect((await read(`/fundraiser/${slug}?tab=gallery`)).words).toContain('No pictures or videos yet')
    expect((await read(`/fundraiser/${slug}?tab=comments`)).text).toMatch(/<textarea[^>]*name="content"/)
    expect(linkTo(text, 'See donations')).toContain(`/fundraiser/${slug}?tab=donations`)
    for (const tab of ['', '?tab=donations']) {
      const page = await read(`/fundraiser/${slug}${tab}`)
      expect(page.words.split('Be the first to give')).toHaveLength(2)
      expect(linkTo(page.text, 'Be the first to give')).toBe(`/fundraiser/${slug}/donate`)
    }
    expect((await read(`/fundraiser/${slug}?tab=donations`)).words).toContain('Donations No donations yet')
  })

  test('of a drive that collects nothing has neither figures nor a button to give [T800]', async () => {
    const [quiet, collecting] = [await drive({ collects: false }), await drive()]
    const has = ({ text }: { text: string }) =>
      [/aria-label="Progress"/, />DONATE</, /give-bar/].map((one) => one.test(text))
    expect(has(await read(`/fundraiser/${collecting.slug}`))).toEqual([true, true, true])
    expect(has(await read(`/fundraiser/${quiet.slug}`))).toEqual([false, false, false])
    expect((await read(`/fundraiser/${quiet.slug}/donate`)).text).not.toMatch(/<form[^>]*action="[^"]*\/donate"/)
  })

  test('turns its pictures by previous, next and dots [T803]', async () => {
    const { id, slug } = await drive()
    for (const [at, caption] of ['The ward', 'The school', 'The choir'].entries()) {
      const image = { fund_drive_id: id, image_url: `/media/${at}.jpg`, caption, display_order: at }
      await db.insertInto('fund_drive_images').values(image).execute()
    }
    const { text } = await read(`/fundraiser/${slug}`)
    const hero = pieceOf(text, /<section[^>]*aria-label="Pictures of this fundraiser".*?<\/section>/s)
    for (const name of ['Previous picture', 'Next picture', 'Show picture 1', 'Show picture 2', 'Show picture 3'])
      expect(hero).toMatch(new RegExp(`<button[^>]*aria-label="${name}"`))
    expect([...hero.matchAll(/aria-label="\d of 3"/g)]).toHaveLength(3)
  })

  test('is shared by WhatsApp first, Facebook, X, Instagram and a link to copy, each with its mark [T801]', async () => {
    const { slug } = await drive()
    const { text } = await read(`/fundraiser/${slug}?via=facebook`)
    expect(text).toMatch(new RegExp(`<button[^>]*popoverTarget="share-${slug}"[^>]*>(<svg.*?</svg>)?SHARE</button>`))
    const dialog = pieceOf(text, new RegExp(`<dialog id="share-${slug}".*?</dialog>`, 's'))
    expect(wordsOf(dialog)).toMatch(
      /^Share this fundraiser Share on WhatsApp Facebook X Instagram Link to this fundraiser Copy Link/,
    )
    const link = pieceOf(dialog, /<input[^>]*\svalue="([^"]*)"/)
    expect(link).toMatch(new RegExp(`^http://[^/]+/fundraiser/${slug}$`))
    expect(textOf(linkTo(dialog, 'Share on WhatsApp')!)).toBe(
      `heal mama achieng: the goal is KES 250,000. Let us pull together: ${link}?via=whatsapp`,
    )
    const told = (name: string) => [...new URL(linkTo(dialog, name)!).searchParams.values()].sort()
    expect(told('Facebook')).toEqual(['heal mama achieng', `${link}?via=facebook`])
    expect(told('X')).toEqual(['heal mama achieng', `${link}?via=x`])
    // The mark that brought this visitor is in no address that the page gives.
    for (const address of [/rel="canonical" href="([^"]*)"/, /property="og:url" content="([^"]*)"/])
      expect(pieceOf(text, address)).toBe(link)
    expect(pieceOf(text, /property="og:image" content="([^"]*)"/)).not.toContain('via')
  })

  test('by a short link of its owner is the same page, and that link is shared', async () => {
    const { slug, mine } = await drive()
    await setShortName(db, mine, 'mama-achieng')
    const led = await get('/h/mama-achieng?via=qr')
    expect([led.status, led.headers.location]).toEqual([301, `/fundraiser/${slug}?via=qr`])
    const { text } = await read(`/fundraiser/${slug}?via=qr`)
    expect(textOf(linkTo(text, 'Share on WhatsApp')!)).toMatch(/\/h\/mama-achieng\?via=whatsapp$/)
    expect(pieceOf(text, /rel="canonical" href="([^"]*)"/)).toMatch(new RegExp(`/fundraiser/${slug}$`))
    expect((await get('/h/nobody-has-this')).status).toBe(404)
  })

  test('is found as people write its address, and the other address names the right one [T33]', async () => {
    const { slug } = await drive()
    const { status, headers } = await get(`/fundraiser/${slug.toUpperCase()}/?tab=gallery`)
    expect([status, headers.location]).toEqual([301, `/fundraiser/${slug}?tab=gallery`])
    expect(pieceOf((await read(`/fund-drive/${slug}`)).text, /rel="canonical" href="([^"]*)"/)).toMatch(
      new RegExp(`/fundraiser/${slug}$`),
    )
  })

  test('has a picture for chats; a title that is a script stays a title [T358]', async () => {
    const title = '</script><script>document.title="owned"</script>'
    const { id, slug } = await drive({ title })
    const { text } = await read(`/fundraiser/${slug}`)
    expect(text).not.toContain(title)
    const data = JSON.parse(pieceOf(text, /<script[^>]*type="application\/ld\+json"[^>]*>(.*?)<\/script>/s))
    expect(data.name.toLowerCase()).toBe(title.toLowerCase())
    const picture = new URL(pieceOf(text, /property="og:image" content="([^"]*)"/)).pathname
    const { status, headers, bytes } = await get(picture)
    expect([status, headers['content-type'], bytes.length < 300_000]).toEqual([200, 'image/jpeg', true])
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 })
    const old = picture.replace(/[0-9a-f]+\.jpg$/, 'old.jpg')
    const led = await get(old)
    expect([led.status, led.headers.location]).toEqual([302, picture])
    await query`update subscriptions set views = 0, remaining_views = 0, used_views = 0 where fund_drive_id = ${id}`
    expect((await get(old)).status).toBe(404)
  })

  test('shows the last three gifts beside the story, and all of them in their list [T988]', async () => {
    const { id, slug } = await drive()
    for (const donorName of ['Wambui', 'Otieno', 'Njeri', 'Baraka'])
      await gift(db, id, 20_000, { donorName, message: donorName === 'Baraka' ? 'Pole sana' : '' })
    const { text } = await read(`/fundraiser/${slug}`)
    expect(wordsOf(pieceOf(text, /<section[^>]*aria-label="Latest gifts".*?<\/section>/s))).toMatch(
      /Baraka KES 200 .*Pole sana.*Njeri KES 200.*Otieno KES 200/,
    )
    expect(wordsOf(text)).not.toContain('Wambui')
    expect((await read(`/fundraiser/${slug}?tab=donations`)).words).toMatch(/Baraka.*Njeri.*Otieno.*Wambui/)
  })
})

describe('comments', () => {
  const post = (slug: string, content: string, nr: number) =>
    postComment(db, slug, commentForm.parse({ content }), `visitor ${nr}`)
  const formOf = (slug: string) => `/fundraiser/${slug}/comment`

  test('are posted, liked, and read to the end; what was refused is not lost [T362]', async () => {
    const { slug } = await drive()
    for (let nr = 1; nr <= 24; nr++) await post(slug, nr === 1 ? 'Wa kwanza' : `Salamu ${nr}.`, nr)
    const { get, send } = visitor()
    const refused = await send(formOf(slug), { name: 'Otieno', content: 'x'.repeat(1001) })
    expect([refused.status, refused.words]).toEqual([
      422,
      expect.stringContaining('Please use at most 1,000 characters.'),
    ])
    expect(refused.text).toMatch(/<input[^>]*name="name"[^>]*value="Otieno"/)
    expect(refused.text).toContain('x'.repeat(1001))
    const posted = await send(formOf(slug), { name: 'Otieno', content: 'Asanteni\nsana <b>wote</b>' })
    expect([posted.status, posted.headers.location]).toEqual([303, `/fundraiser/${slug}?tab=comments&commented=yes`])
    const first = await get(posted.headers.location!)
    expect(first.words).toMatch(
      /Comment posted! Thank you for your encouraging words\..*Otieno Just now Asanteni sana <b>wote<\/b> Like/,
    )
    expect(first.words).not.toContain('Wa kwanza')
    const more = await get(linkTo(first.text, 'Show more comments')!)
    const last = pieceOf(more.text, /<li[^>]*>(?:(?!<li).)*Wa kwanza.*?<\/li>/s)
    expect(last).toContain('aria-pressed="false"')
    const field = (name: string) => pieceOf(last, new RegExp(`name="${name}"[^>]*value="([^"]*)"`))
    const liked = await send(`/fundraiser/${slug}/like`, { comment: field('comment'), comments: field('comments') })
    expect([liked.status, liked.headers.location]).toEqual([
      303,
      expect.stringMatching(/\?tab=comments&comments=\d+#comment-\d+$/),
    ])
    const after = pieceOf((await get(String(liked.headers.location))).text, /<li[^>]*>(?:(?!<li).)*Wa kwanza.*?<\/li>/s)
    expect([after.includes('aria-pressed="true"'), wordsOf(after)]).toEqual([true, expect.stringContaining('Like 1')])
    // Others read it to its end.
    const items = (html: string) => html.match(/<li[^>]*id="comment-/g)?.length
    expect(items((await get(`/fundraiser/${slug}?tab=comments`)).text)).toBe(20)
  })

  test('that look like spam, or are reported, wait for the owner, who approves, hides, replies, thanks, pins, deletes and undoes [T106]', async () => {
    const owner = await somePerson(db)
    const { slug } = await drive({ ownerId: owner.id })
    const cookie = (await signedIn(owner)).headers.get('cookie')!
    const [at, own] = [`/fundraiser/${slug}?tab=comments`, walks({ cookie })]
    const seen = async () => (await visitor().get(at)).words
    const list = (state = '') => own.open(`/fund-drive/${slug}/comments${state}`)
    const writer = walks()
    await writer.open(at)
    expect((await writer.press('Post Comment', { content: 'Call me on 0712 345 678' })).words).toContain(
      'Only you can see it',
    )
    expect(await seen()).not.toContain('0712 345 678')
    expect((await list('?state=quarantined')).words).toContain('Contains a phone number')
    expect((await own.press('Approve')).words).toContain('No such comments')
    expect((await get(`/fund-drive/${slug}/comments.csv`, { cookie })).text).toContain(
      'Anonymous Supporter,Call me on 0712 345 678,0,Visible,',
    )
    expect(await seen()).toContain('0712 345 678')
    await list()
    expect((await own.press('Hide')).words).toContain('The comment is hidden now.')
    expect(await seen()).toContain('No comments yet')

    await post(slug, 'Ni uongo mtupu', 1)
    await writer.open(at)
    expect((await writer.press('Report this comment')).words).toContain('Thank you for telling us.')
    expect(await seen()).not.toContain('uongo')
    expect((await own.open(`/fund-drive/${slug}/home`)).words).toContain('Comments 1 1 needs your answer')
    await list('?state=quarantined')
    await own.press('Hide')

    await post(slug, 'Karibuni', 2)
    await list('?state=visible')
    expect((await own.press('Save', { reply: 'Asante, Mama Njeri' })).words).toContain('Your reply is on your page.')
    expect((await own.press('Say thank you')).words).toContain('Take back thank you')
    expect((await own.press('Pin to top')).words).toContain('Unpin')
    expect(await seen()).toMatch(/Karibuni Pinned The organiser says thank you.*Asante, Mama Njeri/)
    expect((await own.press('Delete')).words).toContain('Comment deleted')
    expect(await seen()).toContain('No comments yet')
    expect((await own.press('Undo')).words).toContain('The comment is back.')
    expect(await seen()).toContain('Asante, Mama Njeri')
  })
})

describe('a gift', () => {
  const typed = { suggested: 'other', amount: '1000', way: 'mobile_money', email: 'amina@example.test' }
  const said = new Map<string, PaymentDetails | 'waits'>()
  let asked: Charge[] = []
  beforeAll(() => {
    asked = scriptedProvider({
      verify: async (reference) => {
        const facts = said.get(reference) ?? 'waits'
        return facts === 'waits'
          ? { is: 'payment', ...paid(100_000, { state: 'pending' }), reference }
          : { is: 'payment', reference, ...facts }
      },
    }).charges
  })
  /** Gives in a browser, as far as the provider's page. */
  async function begun(own: Record<string, string> = {}, made = drive()) {
    const { id, slug } = await made
    const giver = visitor()
    const form = await giver.get(`/fundraiser/${slug}/donate?by=page`)
    const key = fieldOf(form.text, 'key').value
    const led = await giver.send(`/fundraiser/${slug}/donate`, { ...typed, key, ...own })
    const [, reference] = /^https:\/\/pay\.example\/(.+)$/.exec(String(led.headers.location)) ?? []
    return { id, slug, giver, led, form, reference: reference!, here: `/payment-success?reference=${reference}` }
  }

  test('is asked for on a page of its own, by phone or by card, and a mistake loses nothing [T361]', async () => {
    const { led, form, giver, slug } = await begun({
      suggested: '500',
      amount: '700',
      message: 'Pole',
      anonymous: 'on',
    })
    expect(form.words).toContain('How to pay M-Pesa PIN on your phone Card Visa, Mastercard Email')
    expect(form.text).toMatch(/<input type="checkbox"[^>]*name="anonymous"/)
    expect([led.status, led.words]).toEqual([422, expect.stringContaining('You chose one amount and typed another')])
    expect(fieldOf(led.text, 'message').value).toBe('Pole')
    expect(pieceOf(led.text, /<input type="checkbox"[^>]*name="anonymous"[^>]*>/)).toContain(' checked=""')
    const key = fieldOf(led.text, 'key').value
    const again = await giver.send(`/fundraiser/${slug}/donate`, { ...typed, amount: '700', way: 'card', key })
    expect([again.status, again.headers.location]).toEqual([303, expect.stringMatching(/^https:\/\/pay\.example\//)])
    expect(asked.at(-1)).toMatchObject({ amountCents: 70_000, channel: 'card' })
  })

  test('that was paid is thanked, has a receipt, and its total is on the page; a stranger reads no name [T34]', async () => {
    const { reference, here, giver, id, slug } = await begun({ name: 'Amina Yusuf' })
    said.set(reference, paid(100_000))
    const thanks = await giver.get(here)
    for (const words of [
      'Payment Successful!',
      'Thank you for your donation of KES 1,000 .',
      'Asante, Amina Yusuf!',
      'KES 1,000 raised of KES 250,000',
      'Asante! Your gift brings us closer to our goal.',
    ])
      expect(thanks.words).toContain(words)
    const share = linkTo(thanks.text, 'Share on WhatsApp')!
    expect(textOf(share)).toMatch(new RegExp(`KES 1,000 of KES 250,000 raised so far.*/fundraiser/${slug}`))
    expect(thanks.text).toMatch(/rel="noopener[^>]*>(<svg.*?<\/svg>)?Share on WhatsApp/)
    expect(linkTo(thanks.text, 'Back to the fundraiser')).toBe(`/fundraiser/${slug}`)
    const receipt = await giver.get(linkTo(thanks.text, 'View receipt')!)
    const sheet = wordsOf(pieceOf(receipt.text, /<article.*?<\/article>/s))
    for (const words of ['KES 1,000', 'heal mama achieng', 'Amina Yusuf', 'Paid by', 'KES 50'])
      expect(sheet).toContain(words)
    expect(receipt.text).not.toContain(typed.email)
    const stranger = await get(here)
    expect(stranger.words).toContain('Payment Successful!')
    expect(stranger.text).not.toMatch(/Amina|\/receipt\/|amina@/)
    expect(
      await db.selectFrom('fund_drive_totals').where('fund_drive_id', '=', id).selectAll().execute(),
    ).toMatchObject([{ raised_amount: 100_000, donors: 1 }])
    expect((await get(`/receipt/${crypto.randomUUID()}`)).status).toBe(404)
  })

  test('that is not in yet says what to do, and asks again by itself [T110]', async () => {
    const { here, slug, reference } = await begun()
    const waiting = await get(here)
    for (const words of [
      'Verifying Payment Please wait while we confirm your donation...',
      'KES 1,000 · heal mama achieng',
      'enter your PIN',
      'You may close this page. We email your receipt',
    ])
      expect(waiting.words).toContain(words)
    expect(waiting.text).toMatch(/<noscript>\s*<meta http-equiv="refresh"/i)
    expect(linkTo(waiting.text, 'Check again')).toBe(here)
    expect(linkTo(waiting.text, 'Send it again')).toBe(`/fundraiser/${slug}/donate`)
    expect(linkTo(waiting.text, 'Cancel and return to the fundraiser')).toContain(`/fundraiser/${slug}`)
    await applyResult(db, 'paystack', reference, paid(100_000))
    expect((await get(here)).words).toContain('Payment Successful!')
  })

  test('that failed says why and can be tried again; what is no payment says nothing more [T111]', async () => {
    const { here, slug, reference } = await begun()
    said.set(reference, paid(100_000, { state: 'failed', why: 'insufficient funds' }))
    const failed = await get(here)
    const sorry = 'Payment Failed There was an issue processing your payment. Please try again or contact support.'
    expect(failed.words).toContain(`${sorry} There was not enough money in the account for this amount.`)
    expect(linkTo(failed.text, 'Try again')).toBe(`/fundraiser/${slug}/donate`)
    const strange = 'We don’t know this link Look for M-Pesa’s message before you pay again.'
    for (const [query, words] of [
      ['', sorry],
      ['?reference=', sorry],
      ['?reference=no-such-thing', strange],
      [`?reference[]=x&trxref=${'9'.repeat(500)}`, strange],
    ] as const) {
      const none = await get(`/payment-success${query}`)
      expect([query, none.status, none.words]).toEqual([query, 404, expect.stringContaining(words)])
      expect([linkTo(none.text, 'Try again'), linkTo(none.text, 'Return to Home')]).toEqual([undefined, '/'])
      if (words === strange) expect(none.words).not.toMatch(/try again/i)
    }
  })
})

test('a giver finds gifts, pledges and what others recorded, in their language, and is forgotten in one, then in all', async () => {
  const giver = await somePerson(db)
  const phone = '+254711500321'
  await query`insert into user_phones (phone, user_id, confirmed_at) values (${phone}, ${giver.id}, now() - interval '40 days')`
  const made = await drive()
  for (const amount of [30_000, 70_000])
    await gift(db, made.id, amount, { donorName: 'Amina Yusuf', donorEmail: giver.email })
  await somePledge(db, made, { amount: 400_000, email: giver.email })
  await someCash(db, made, { amount: 125_000, name: 'Amina Yusuf', phone })
  await someCash(db, made, { amount: 80_000, name: 'Amina Yusuf', phone, anonymous: true })
  const own = walks({ cookie: (await signedIn(giver)).headers.get('cookie')! })
  await own.open('/dashboard')
  const { text, words } = await own.follow('See what you gave and promised')
  expect(words).toMatch(/My giving .*Your pledges .*KES 4,000 promised, KES 0 given.*Your gifts .*KES 700.*KES 300/)
  expect(words).toMatch(/Gifts that others recorded for you .*Given anonymously.*KES 1,250/)
  expect(words.match(/This money did not pass through Harambee\./g)).toHaveLength(2)
  const receipts = [...text.matchAll(/<a[^>]*href="([^"]*)"[^>]*>Receipt</g)].map(([, to]) => to!)
  expect(receipts).toHaveLength(4)
  expect((await get(receipts[0]!)).words).toContain('KES 700')
  expect((await get(receipts[3]!)).words).toMatch(/KES 1,250.*Amina Yusuf/)
  expect((await get(linkTo(text.slice(text.indexOf('id="pledges"')), 'heal mama achieng')!)).words).toContain(
    'KES 4,000',
  )
  expect((await own.follow('Forget me')).words).toContain('Forget who gave this?')
  expect((await own.press('Forget me')).words).toContain('You are forgotten there')
  expect([own.page.words.includes('KES 700'), own.page.words.includes('KES 300')]).toEqual([false, true])
  await own.press('Kiswahili')
  expect((await own.open('/giving')).words).toMatch(/Utoaji wangu .*Ahadi zako .*KES 300/)
  await own.follow('Nisahau kila mahali')
  expect((await own.press('Nisahau')).words).toContain('Bado hakuna michango')
  expect(own.page.words).not.toMatch(/Ahadi zako|KES 1,250/)
  // Nobody is named any more, and what was given stays.
  expect(
    await db
      .selectFrom('recorded_gifts')
      .where('fund_drive_id', '=', made.id)
      .select(['amount', 'name', 'phone'])
      .orderBy('id')
      .execute(),
  ).toEqual([
    { amount: 125_000, name: '', phone: null },
    { amount: 80_000, name: '', phone: null },
  ])
})

describe('a visit', () => {
  const day = dayAt(new Date(Date.now() + 2 * 86_400_000))
  const booking = {
    name: '=Baraka',
    email: 'baraka@example.test',
    phone: '0712345678',
    date: day,
    time: '14:00',
    guests: '5',
  }

  test('is booked, found by its day and status, confirmed, taken along, and cancelled [T185]', async () => {
    const owner = await somePerson(db)
    const cookie = (await signedIn(owner)).headers.get('cookie')!
    const { slug } = await drive({ ownerId: owner.id })
    const own = (path: string) => get(`/fund-drive/${slug}/rsvps${path}`, { cookie })
    expect(linkTo((await get(`/fundraiser/${slug}`)).text, 'RSVP')).toBe(`/fundraiser/${slug}/book-visit`)
    const form = await get(`/fundraiser/${slug}/book-visit`)
    expect(form.words).toContain('Book a Visit')
    expect(form.words).toContain('Number of Guests 1 Guest 2 Guests 3 Guests 4 Guests 5+ Guests')
    const book = (own: Partial<typeof booking>) => send(`/fundraiser/${slug}/book-visit`, { ...booking, ...own })
    const refused = await book({ phone: '07' })
    expect([refused.status, refused.words]).toEqual([422, expect.stringContaining('Please enter a valid phone number')])
    expect([fieldOf(refused.text, 'name').value, fieldOf(refused.text, 'date').value]).toEqual(['=Baraka', day])
    const booked = await book({})
    expect(booked.status).toBe(303)

    const list = await own(`?status=pending&day=${day}`)
    const heads = [...pieceOf(list.text, /<thead.*?<\/thead>/s).matchAll(/<th\b.*?<\/th>/gs)].map(([head]) =>
      wordsOf(head),
    )
    expect(heads.filter(Boolean)).toEqual(['Guest', 'Contact', 'Visit Date', 'Time', 'Guests', 'Status', 'RSVP Date'])
    for (const link of ['mailto:baraka@example.test', 'tel:+254712345678', 'https://wa.me/254712345678'])
      expect(list.text).toContain(`href="${link}"`)
    const file = await own(`.csv?status=pending&day=${day}`)
    expect(file.text).toContain(`'=Baraka,baraka@example.test,'+254712345678,${day},14:00,5+,Pending,`)
    const visit = fieldOf(list.text, 'visit').value
    const decide = (status: string) => send(`/fund-drive/${slug}/rsvps/decide`, { visit, status }, { cookie })
    expect((await decide('confirmed')).status).toBe(303)
    expect((await own('?status=pending')).words).toContain('No visits like this')
    expect((await own('')).words).toMatch(/5 confirmed guests to come.*=Baraka.*Confirmed/)
    expect((await decide('cancelled')).status).toBe(303)
    expect((await own('')).words).toMatch(/=Baraka.*Cancelled/)
  })

  test('to a drive that is closed meanwhile loses nothing that was typed [T258]', async () => {
    const { id, slug } = await drive()
    await sql`update fund_drives set status = 'paused' where id = ${id}`.execute(db)
    const { status, words, text } = await send(`/fundraiser/${slug}/book-visit`, { ...booking, name: 'Asha' })
    expect([status, words]).toEqual([404, expect.stringContaining('Fund drive not found. Please try again.')])
    expect(fieldOf(text, 'name').value).toBe('Asha')
  })
})

describe('the language', () => {
  const lang = async (seen: Promise<{ text: string }>) => pieceOf((await seen).text, /<html[^>]*\slang="(\w+)"/)

  test('is guessed from the browser [T378]', async () => {
    expect([await lang(get('/')), await lang(get('/', { language: 'sw-KE,en;q=0.5' }))]).toEqual(['en', 'sw'])
    expect(await lang(get('/no/such/page', { language: 'sw' }))).toBe('sw')
  })

  test('is chosen in the footer of any page and remembered, and chosen back [T376]', async () => {
    const own = visitor()
    for (const path of ['/', '/no/such/page'])
      expect((await own.get(path)).text).toMatch(
        /<form[^>]*action="\/language".*?value="sw"[^>]*name="language"[^>]*>Kiswahili/,
      )
    expect((await own.send('/language', { language: 'sw' })).status).toBe(303)
    for (const path of ['/', '/auth', '/no/such/page']) expect(await lang(own.get(path))).toBe('sw')
    expect((await own.get('/no/such/page')).words).toContain('Rudi mwanzo')
    await own.send('/language', { language: 'en' })
    expect(await lang(own.get('/auth'))).toBe('en')
  })
})

test('an address that leads nowhere has its status, its words, the menu and the way home [T40]', async () => {
  const { status, words, text } = await get('/no/such/page')
  expect([status, words]).toEqual([404, expect.stringContaining('Oops! Page not found')])
  expect([linkTo(text, 'Sign In'), linkTo(text, 'Return to Home')]).toEqual(['/auth', '/'])
  expect(text).toMatch(/<button[^>]*aria-label="Theme/)
})

test('without a database every page names the setting, and /auth says it in its own words [T51]', async () => {
  lifecycle.broken([problemWith('DATABASE_URL', 'wrong')])
  try {
    const front = await get('/')
    expect([front.status, front.words]).toEqual([
      503,
      expect.stringMatching(/Setup Required.*DATABASE_URL.*Refresh Page/),
    ])
    expect(front.text).not.toContain(settings.DATABASE_URL)
    const door = await get('/auth')
    expect([door.status, door.words]).toEqual([503, expect.stringContaining('Authentication Unavailable')])
    expect(door.words).toContain("The database is not configured or can't be reached")
    expect(linkTo(door.text, 'Back to Home')).toBe('/')
    // Signing in and signing up are answered the same.
    for (const way of ['sign-in', 'sign-up']) {
      const fields = { email: 'a@example.org', password: 'maji-moto', fullName: 'Amina', username: 'amina' }
      const { status, words } = await send(`/auth/${way}`, fields)
      expect([way, status, words]).toEqual([way, 503, expect.stringContaining('database is not configured')])
    }
    expect(toasts.noDatabase).toMatchObject({
      title: { message: 'Database not configured' },
      text: { message: 'Please configure the database connection first.' },
    })
  } finally {
    lifecycle.ready(async () => {})
  }
})
