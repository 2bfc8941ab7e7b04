import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { balanceNow } from '#app/base/ledger/wallet.server.ts'
import { postComment } from '#app/drives/comments/comment.server.ts'
import { commentForm } from '#app/drives/comments/comment-forms.ts'
import { addVideo } from '#app/drives/gallery/gallery.server.ts'
import { dayAt, dayIn } from '#app/kit/time.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { inOrder, pagesAsSent, pieceOf, wordsOf } from '#test/as-sent.ts'
import { testDatabase } from '#test/database.ts'
import { fullDrive } from '#test/full-drive.ts'
import { cookieOf, someDrive, somePerson } from '#test/make.ts'
import { fundedDrive, gift } from '#test/money.ts'
import { linkTo } from '#test/plain-browser.ts'
import { oneRow, query, setRows } from '#test/rows.ts'
import { viewsBought } from '#test/views-bought.ts'

// What pages say and show, sentence by sentence, as the server sends them: most of it needs no browser to be read.

const db = await testDatabase()
const page = pagesAsSent()
const person = await somePerson(db)
const owner = { id: person.id, email: person.email, cookie: await cookieOf(person) }
const admin = await cookieOf(await somePerson(db, { admin: true }))

const drive = (own: Omit<Parameters<typeof someDrive>[1] & object, 'ownerId'> = {}) =>
  someDrive(db, { ownerId: owner.id, ...own })
const ownPage = async (slug: string, which: string) => page(`/fund-drive/${slug}/${which}`, owner.cookie)
const setStatus = (id: string, status: string) =>
  sql`update fund_drives set status = ${status}, end_date = null where id = ${id}`.execute(db)

describe('the landing page', () => {
  test('makes its three claims and leads on: to signing in, to the dashboard, to an invitation [T23]', async () => {
    const { html, words } = await page('/')
    expect(html.match(/<h1\b/g)).toHaveLength(1)
    expect(words).toContain('KES 10M+ funds raised 50K+ campaigns 15+ African countries')
    const ways = { 'Sign In': '/auth', 'Start Fundraising': '/dashboard', 'Start Your Campaign Now': '/dashboard' }
    for (const [name, to] of Object.entries({ ...ways, 'A burial or a wedding': '/dashboard/invite' }))
      expect([name, linkTo(html, name)]).toEqual([name, to])
    for (const path of ['/dashboard', '/dashboard/invite'])
      expect(await page(path)).toMatchObject({ status: 303, to: expect.stringMatching(/^\/auth/) })
  })

  test('shows who is signed in Dashboard and Sign Out [T43]', async () => {
    const { html } = await page('/', owner.cookie)
    expect([linkTo(html, 'Dashboard'), linkTo(html, 'Sign In')]).toEqual(['/dashboard', undefined])
    expect(html).toMatch(/<form[^>]*action="\/sign-out"[^>]*>.*?Sign Out/)
  })

  test('shows what the example drive has truly raised, and leads to it', async () => {
    const { id, slug } = await drive({ title: 'Heal Mama Achieng' })
    expect(slug).toBe('heal-mama-achieng')
    await gift(db, id, 123_400)
    const { html } = await page('/', admin)
    expect(linkTo(html, 'See this fundraiser')).toBe(`/fundraiser/${slug}`)
    expect(wordsOf(html)).toContain('Heal Mama Achieng KES 1,234 raised of KES 1,000 1 donor')
  })

  test('names the eight features [T25]', async () => {
    const { html } = await page('/')
    const features = pieceOf(html, /<section id="features".*?<\/section>/s)
    expect([...features.matchAll(/<h3[^>]*>(.*?)<\/h3>/gs)].map(([, title]) => wordsOf(title!))).toEqual([
      'Mobile money donations',
      'Easy sharing',
      'Enhanced security',
      'Flexible withdrawals',
      'Real-time analytics',
      'Global reach',
      '24/7 support',
      'Community driven',
    ])
  })

  test('tells the three steps, the first of which takes about 2 minutes [T26]', async () => {
    const { html } = await page('/')
    const steps = pieceOf(html, /<section id="steps".*?<\/section>/s)
    const told = [...steps.matchAll(/<li class="step">(.*?)<\/li>/gs)].map(([, step]) => wordsOf(step!))
    expect(told).toHaveLength(3)
    expect(told[0]).toMatch(/^1 Create a fundraiser .*about 2 minutes/)
    expect(told[1]).toMatch(/^2 Share with your network /)
    expect(told[2]).toMatch(/^3 Receive donations /)
  })

  test('goes from the top bar to the footer in the order of the specification, and its name leads home [T27]', async () => {
    const { html, words } = await page('/')
    const parts = ['<header', '<h1', 'id="features"', 'id="steps"', 'Start Your Campaign Now', '<footer']
    expect(inOrder(html, parts)).toEqual(parts)
    for (const part of ['header', 'footer']) {
      const link = pieceOf(html, new RegExp(`<${part}\\b.*?(<a\\b.*?</a>)`, 's'))
      expect(wordsOf(link)).toBe('Harambee')
      expect(link).toMatch(/\shref="\/"/)
    }
    expect(wordsOf(pieceOf(html, /<footer.*<\/footer>/s))).toContain('Kenya Uganda Tanzania Nigeria Ghana plus 10 more')
    expect(pieceOf(html, /<title>(.*?)<\/title>/)).toContain('Harambee')
    expect(words).toContain('Harambee. Unity is power.')
  })

  test('leads to the operator’s support address, and to our Help page where none is set [T336]', async () => {
    const support = async () => pieceOf((await page('/')).html, /<a href="([^"]*)"[^>]*>Talk to Support<\/a>/)
    expect(await support()).toMatch(/\/about\/help$/)
    const before = { set: settings.supportSet, url: settings.SUPPORT_URL }
    Object.assign(settings, { supportSet: true, SUPPORT_URL: 'mailto:msaada@example.org' })
    try {
      expect(await support()).toBe('mailto:msaada@example.org')
    } finally {
      Object.assign(settings, { supportSet: before.set, SUPPORT_URL: before.url })
    }
  })
})

describe('the dashboard', () => {
  const tones = { active: 'text-gain', completed: 'text-info', paused: 'text-warn' }
  const cards = async () => {
    const { html } = await page('/dashboard', owner.cookie)
    return [...html.matchAll(/<article.*?<\/article>/gs)].map(([card]) => card)
  }

  test.each(Object.entries(tones))('a drive that is %s has its colour; a draft is grey [T75]', async (status, tone) => {
    const { id } = await drive({ title: `Colour of ${status}` })
    await setStatus(id, status)
    const badge = async () =>
      pieceOf(
        (await cards()).find((card) => card.includes(`Colour of ${status}`))!,
        /<span class="([^"]*rounded-badge[^"]*)"/,
      )
    expect((await badge()).split(' ')).toContain(tone)
    if (status !== 'active') return
    await sql`update fund_drives set status = 'paused', published_at = null where id = ${id}`.execute(db)
    expect((await badge()).split(' ')).toContain('bg-well')
  })

  test('the form of a new drive says beforehand how many views it comes with [T287]', async () => {
    const asked = async () => (await page('/dashboard/new', owner.cookie)).words
    expect(await asked()).toContain('It comes with 15 free views')
    const free = (views: number) =>
      sql`update subscription_packages set views = ${views} where name = 'Free'`.execute(db)
    await free(1)
    expect(await asked().finally(() => free(15))).toContain('It comes with 1 free view:')
  })

  test('a card tells the day the drive was created, and without a picture it shows the woven cloth [T74]', async () => {
    await drive({ title: 'Bila picha' })
    const card = (await cards()).find((one) => one.includes('Bila picha'))!
    expect(wordsOf(card)).toContain(`Created ${dayIn('en', new Date())}`)
    expect(card).toMatch(/<svg[^>]*>.*<pattern/s)
    expect(card).not.toContain('<img')
  })
})

test('the bar of a person who is signed in leads to their dashboard, says whose account it is, and has its menu [T76]', async () => {
  const { html } = await page('/dashboard', owner.cookie)
  const bar = pieceOf(html, /<nav aria-label="Main".*?<\/nav>/s)
  expect(bar).toMatch(/<a[^>]*href="\/dashboard"[^>]*>Dashboard<\/a>/)
  expect(pieceOf(bar, /<span[^>]*title="([^"]*)"/)).toBe(owner.email)
  const menu = pieceOf(html, /<nav aria-label="Account".*?<\/nav>/s)
  expect([linkTo(menu, 'Profile'), linkTo(menu, 'Settings')]).toEqual(['/profile', '/settings'])
  expect(menu).toMatch(/<form[^>]*action="\/sign-out"[^>]*>.*?Sign Out/)
})

describe('the pages of a drive', () => {
  test('the link on the share card is there to be copied, and can’t be changed [T86]', async () => {
    const { slug } = await drive()
    const { html, words } = await ownPage(slug, 'home')
    expect(words).toContain('Share Your Fundraiser')
    expect(pieceOf(html, new RegExp(`<input[^>]*value="[^"]*/fundraiser/${slug}"[^>]*>`))).toMatch(/\breadonly\b/i)
  })

  test('Info says what it is for, and asks for images only, or for the address of one [T97]', async () => {
    const { slug } = await drive()
    const { html, words } = await ownPage(slug, 'info')
    expect(words).toContain('Fund Drive Information Manage your fund drive details')
    expect(pieceOf(html, /<input[^>]*type="file"[^>]*>/)).toContain('accept="image/*"')
    expect(words).toMatch(/Featured Image .* Or an image URL/)
    expect(html).toMatch(/<input[^>]*name="image"/)
  })

  test('the ten categories can be chosen, in their order [T270]', async () => {
    const { html } = await ownPage((await drive()).slug, 'info')
    const choices = pieceOf(html, /<select[^>]*name="category".*?<\/select>/s)
    expect([...choices.matchAll(/<option[^>]*>(.*?)<\/option>/gs)].map(([, name]) => name)).toEqual(
      'Medical Education Emergency Community Sports Arts Animals Environment Business Other'.split(' '),
    )
  })

  test('the sidebar groups them as Personalization, Utilities and Settings [T90]', async () => {
    const { html } = await ownPage((await drive()).slug, 'home')
    const words = wordsOf(pieceOf(html, /<nav[^>]*aria-label="Fund drive".*?<\/nav>/s))
    expect(words).toMatch(
      /Home .*Personalization Info Description Images Video .*Utilities Donations Payouts Comments RSVPs .*Settings Analytics Settings/,
    )
  })

  const last = (days: number) => dayAt(new Date(Date.now() + days * 86_400_000))
  test.each([
    [-1, 'Ended'],
    [0, 'Last day'],
    [1, '1 day left'],
  ])('the header shows the category, and %s days from the end %j [T80]', async (days, said) => {
    const { id, slug } = await drive()
    await sql`update fund_drives set end_date = ${last(days)}::date where id = ${id}`.execute(db)
    const head = pieceOf((await ownPage(slug, 'home')).html, /<h1.*?<\/header>/s)
    expect(wordsOf(head)).toMatch(new RegExp(`Medical Ends: .* ${said} `))
  })

  test.each([
    ['active', 'Active', 'bg-gain'],
    ['paused', 'Paused', 'bg-warn'],
    ['completed', 'Completed', 'bg-info'],
  ])('the tile Status of one that is %s has a dot of its colour [T84]', async (status, name, colour) => {
    const { id, slug } = await drive()
    await setStatus(id, status)
    const tile = pieceOf((await ownPage(slug, 'home')).html, /<dt[^>]*>Status<\/dt>.*?<dd.*?<\/dd>/s)
    expect(wordsOf(tile)).toBe(`Status ${name}`)
    expect(pieceOf(tile, /<span aria-hidden="true" class="([^"]*)"/).split(' ')).toEqual(
      expect.arrayContaining(['rounded-badge', colour]),
    )
  })

  test('its owner reads the comments newest first [T235]', async () => {
    const { slug } = await drive()
    for (const content of ['kwanza', 'pili', 'tatu'])
      await postComment(db, slug, commentForm.parse({ content }), `visitor ${content}`)
    expect(inOrder((await ownPage(slug, 'comments')).html, ['kwanza', 'pili', 'tatu'])).toEqual([
      'tatu',
      'pili',
      'kwanza',
    ])
  })

  test.each([
    ['confirmed', 'text-gain'],
    ['pending', 'text-warn'],
    ['cancelled', 'text-stop'],
    ['past', 'bg-well'],
  ])('a visit that is %s has its colour [T153]', async (status, colour) => {
    const { id, slug } = await fullDrive(db, owner.id)
    if (status === 'past')
      await sql`update fund_drive_reservations set visit_date = '2026-01-05' where fund_drive_id = ${id}`.execute(db)
    else await sql`update fund_drive_reservations set status = ${status} where fund_drive_id = ${id}`.execute(db)
    const table = pieceOf((await ownPage(slug, `rsvps?status=${status}`)).html, /<table.*?<\/table>/s)
    expect(pieceOf(table, /<span class="([^"]*rounded-badge[^"]*)"/).split(' ')).toContain(colour)
  })

  test('a video keeps a description, empty until a person writes one [T125]', async () => {
    const { id } = await drive()
    await addVideo(db, id, 'https://youtu.be/dQw4w9WgXcQ')
    const kept = () =>
      db.selectFrom('fund_drive_videos').where('fund_drive_id', '=', id).select('description').execute()
    expect(await kept()).toEqual([{ description: '' }])
    await setRows('fund_drive_videos', { fund_drive_id: id }, { description: 'Wimbo wetu' })
    expect(await kept()).toEqual([{ description: 'Wimbo wetu' }])
  })
})

describe('the money of a drive', () => {
  test('the bar of View usage is as full as the views of the package are used [T164]', async () => {
    const { id, slug } = await drive()
    const bar = async () =>
      pieceOf((await ownPage(slug, 'payouts')).html, /<div[^>]*aria-label="Views used"[^>]*aria-valuenow="(\d+)"/)
    expect(await bar()).toBe('0')
    await sql`update subscriptions set used_views = 6, remaining_views = 9 where fund_drive_id = ${id}`.execute(db)
    expect(await bar()).toBe('40')
  })

  test('Total Withdrawn says how much of it is still on its way [T304]', async () => {
    const { id, slug, ask } = await fundedDrive(db, [300_000], 'phone', owner.id)
    await ask(100_000)
    const tile = pieceOf((await ownPage(slug, 'home')).html, /<dt[^>]*>(?:(?!<dt).)*Total Withdrawn.*?<\/div>/s)
    expect(wordsOf(tile)).toMatch(/Total Withdrawn KES 1,000 KES 1,000 of it on its way$/)
    expect(await balanceNow(db, id)).toMatchObject({ available: 200_000 })
  })

  test('the statement says what the fee is, and that it is withheld when money is withdrawn [T300]', async () => {
    const { id, slug } = await drive()
    await gift(db, id, 100_000)
    const { words } = await ownPage(slug, 'statement')
    expect(words).toMatch(
      /Available KES 1,000 Platform fee, withheld when you withdraw . KES 50 Your balance after fees KES 950/,
    )
  })

  test('the dialog says what stays because wallets take whole shillings only [T310]', async () => {
    const { slug } = await fundedDrive(db, [300_000], 'phone', owner.id)
    const { words } = await ownPage(slug, 'payouts/withdraw?amount=1000.50')
    expect(words).toMatch(/Mobile money takes whole shillings only: KES 0\.\d\d stays in your balance\./)
    expect((await ownPage(slug, 'payouts/withdraw?amount=1000')).words).not.toContain('whole shillings only')
  })
})

describe('the public page', () => {
  test('has the bar of the product, with the way home and to signing in [T55]', async () => {
    const { html } = await page(`/fundraiser/${(await drive()).slug}`)
    const bar = pieceOf(html, /<header.*?<\/header>/s)
    expect(wordsOf(bar)).toMatch(/Harambee .*Sign In/)
    expect(bar).toMatch(/<nav\b/)
    expect(inOrder(html, ['<header', '<main', '<h1', '<footer'])).toEqual(['<header', '<main', '<h1', '<footer'])
  })

  test('the badge tells what was not checked [T334]', async () => {
    const { words } = await page(`/fundraiser/${(await drive()).slug}`)
    expect(words).toContain('We have not seen the organiser’s identity.')
    expect(words).toContain('We have not checked who gets the money.')
  })

  test('of a completed drive says what was raised by how many; a receipt leads there [T283]', async () => {
    const { id, slug } = await drive()
    await gift(db, id, 123_400)
    const { id: payment } = await gift(db, id, 50_000)
    await setStatus(id, 'completed')
    const { status, words } = await page(`/fundraiser/${slug}`)
    expect([status, words]).toEqual([200, expect.stringContaining('KES 1,734 came from 1 person. Thank you.')])
    const { receipt } = await oneRow('donations', { payment_id: payment })
    const { html } = await page(`/receipt/${receipt}`)
    expect(html).toMatch(new RegExp(`<a[^>]*href="/fundraiser/${slug}"[^>]*>.*?Back to the fundraiser`, 's'))
  })

  test('without views shows the picture all the same, and nothing of its gallery and its comments [T285]', async () => {
    const { id, slug, picture } = await fullDrive(db, owner.id)
    await sql`update fund_drives set image_url = ${picture} where id = ${id}`.execute(db)
    await query`update subscriptions set remaining_views = 0, views = 0, used_views = 0 where fund_drive_id = ${id}`
    const { status, html, words } = await page(`/fundraiser/${slug}`)
    expect(status).toBe(403)
    expect(words).toContain('Access Restricted')
    // The whole drive has a comment, a picture in its gallery and a video.
    expect(html).not.toMatch(/Asante |ccccccccccc|role="tab"/)
    expect(html).toMatch(new RegExp(`<img[^>]*src="${picture.replace(/-800\.jpg$/, '')}`))
  })
})

test('the name at the top of the back office leads to its dashboard [T116]', async () => {
  const { html } = await page('/admin/fund-drives', admin)
  const link = pieceOf(html, /<header.*?(<a\b.*?<\/a>)/s)
  expect(wordsOf(link)).toContain('Harambee')
  expect(pieceOf(link, /href="([^"]*)"/)).toBe('/admin/dashboard')
})

test('the person who bought views reads that they count now, how many are left, and what of them is not the package’s [T115]', async () => {
  const { id, slug, ownerId } = await drive()
  const { reference } = await viewsBought(db, { id, ownerId })
  const { words } = await page(`/payment-success?reference=${reference}`, owner.cookie)
  for (const said of ['Thank you. Your premium content is now accessible.', '200 views added. 215 left.'])
    expect(words).toContain(said)
  expect((await ownPage(slug, 'payouts')).words).toContain(
    '0 of 215 views used 215 views left 15 of them did not come with this package: they were left before, or given.',
  )
})

test('the price of a package that stands out is the one in shillings', async () => {
  const { slug } = await drive()
  const { html, words } = await ownPage(slug, 'payouts/buy-views')
  expect(words.replaceAll('\u00a0', ' ')).toContain('$5 · KES 650')
  expect(wordsOf(pieceOf(html, /<span class="[^"]*font-display[^"]*">(.*?)<\/span>/s)).replace('\u00a0', ' ')).toBe(
    'KES 650',
  )
})

test('the owner of a new drive reads beside Share how many people can see the page, and of the last one in the singular [T288]', async () => {
  const { id, slug } = await drive()
  expect((await ownPage(slug, 'home')).words).toContain('Your page can be seen by 15 more people. Buy more views')
  expect((await ownPage(slug, 'info')).words).toContain('Your page can be seen by 15 more people.')
  const left = (views: number) =>
    sql`update subscriptions set remaining_views = ${views}, views = ${views} where fund_drive_id = ${id}`.execute(db)
  await left(1)
  expect((await ownPage(slug, 'home')).words).toContain('Your page can be seen by 1 more person.')
  expect((await ownPage(slug, 'payouts')).words).toContain('Only 1 view is left')
  await left(0)
  expect((await ownPage(slug, 'home')).words).toContain('No views are left: visitors can’t read the page.')
})

test('a statement of some days says which, has their lines alone, and is taken along the same', async () => {
  const { id, slug } = await drive()
  await gift(db, id, 500_000)
  const [today, year] = [dayAt(new Date()), '2020-01-01']
  const now = await ownPage(slug, `statement?from=${today}`)
  expect(now.words).toContain('Lines from')
  expect(now.words).toContain('KES 4,750 KES 4,750')
  expect(now.html).toContain(`/fund-drive/${slug}/statement.csv?from=${today}`)
  const before = await ownPage(slug, `statement?from=${year}&to=${year}`)
  expect(before.words).toContain('Lines from 1 January 2020 to 1 January 2020')
  expect(before.words).toContain('No transactions on these days')
})
