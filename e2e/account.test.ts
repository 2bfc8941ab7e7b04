import { expect, test } from 'vitest'
import { codeOf, nextCodeOf } from '#test/codes.ts'
import { signedIn } from './session.ts'
import { expectAccessible, scripted, signIn, visitor } from './visitor.ts'

// What a person does with the account, where a script has a part in it. All else is in app/routes/settings/account.test.ts.

test('a second factor is switched on, asked for at sign-in, replaced by a backup code once, and switched off', {
  tags: ['night'],
}, async () => {
  const { page, who } = await signedIn()
  await page.goto('/settings')
  const section = page.getByRole('region', { name: /two-factor/i })
  await section
    .getByLabel(/password/i)
    .first()
    .fill(who.password)
  await section.getByRole('button', { name: /turn on|set up|enable/i }).click()
  await page.getByRole('img', { name: /QR/i }).waitFor()
  const secret = (await page.getByTestId('two-factor-secret').textContent())!
  await page.getByLabel(/code/i).first().fill(codeOf(secret))
  await page.getByRole('button', { name: /confirm|verify/i }).click()
  await page
    .getByText(/backup codes/i)
    .first()
    .waitFor()
  const codes = await page.getByTestId('backup-codes').locator('li').allTextContents()
  expect(codes.length).toBeGreaterThanOrEqual(8)

  const challenge = async (one: Awaited<ReturnType<typeof visitor>>) => {
    await one.page.goto('/auth')
    await one.page.getByLabel('Email').fill(who.email)
    await one.page.getByLabel('Password', { exact: true }).fill(who.password)
    await one.page.locator('form').getByRole('button', { name: 'Sign In' }).click()
    await one.page.waitForURL('**/auth/two-factor**')
  }
  const withCode = await visitor({ javaScript: false })
  await challenge(withCode)
  await withCode.page.getByLabel(/code/i).first().fill('000000')
  await withCode.page
    .getByRole('button', { name: /verify|sign in|confirm/i })
    .first()
    .click()
  await withCode.page
    .getByText(/not right|incorrect|invalid|wrong|not match/i)
    .first()
    .waitFor()
  await withCode.page.getByLabel(/code/i).first().fill(nextCodeOf(secret))
  await withCode.page
    .getByRole('button', { name: /verify|sign in|confirm/i })
    .first()
    .click()
  await withCode.page.waitForURL('**/dashboard')

  for (const works of [true, false]) {
    const withBackup = await visitor()
    await challenge(withBackup)
    await withBackup.page.getByRole('link', { name: /backup code/i }).click()
    await withBackup.page.getByLabel(/backup code/i).fill(codes[0]!.trim())
    await withBackup.page
      .getByRole('button', { name: /verify|sign in|confirm|use/i })
      .first()
      .click()
    if (works) await withBackup.page.waitForURL('**/dashboard')
    else
      await withBackup.page
        .getByText(/not right|incorrect|invalid|wrong|not match/i)
        .first()
        .waitFor()
  }
  // The other sign-ins made the page of the codes fresh; the codes are still there.
  await expect.poll(() => page.getByTestId('backup-codes').locator('li').count()).toBe(codes.length)

  await page.goto('/settings/two-factor/off')
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.waitForURL('**/settings')
  await page.waitForTimeout(500)
  await page.goto('/profile')
  expect(new URL(page.url()).pathname).toBe('/profile')
})

test('signing out in one tab signs out the others [T211]', async () => {
  const { page, context } = await signedIn()
  const second = await context.newPage()
  await second.goto('/dashboard')
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await second.waitForURL('**/auth**')
})

test('a refused renewal signs out with a toast', { tags: ['night'], timeout: 60_000 }, async () => {
  const { page, context, who } = await signedIn()
  const other = await visitor()
  await signIn(other.page, who)
  await other.page.goto('/settings')
  await other.page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const confirm = other.page
    .getByRole('dialog')
    .or(other.page.getByRole('alertdialog'))
    .getByRole('button', { name: /sign out/i })
  if (await confirm.count()) await confirm.first().click()
  await page.waitForURL('**/auth**', { timeout: 40_000 })
  await page.getByText('You have been signed out').waitFor()
  await page.getByText('Please sign in again to continue.').waitFor()
  expect((await context.cookies()).filter((cookie) => /session/.test(cookie.name) && cookie.value)).toEqual([])
})

test('a picture becomes the avatar; what is no picture is refused with words at the field [T99]', {
  tags: ['night'],
}, async () => {
  const { page } = await signedIn()
  await page.goto('/profile')
  const field = page.locator('input[type=file]')
  await field.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
  const upload = page.getByRole('button', { name: 'Upload Image' })
  if (await upload.isVisible()) await upload.click()
  await page.getByText('Please select an image file').first().waitFor()
  await field.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
  if (await upload.isVisible()) await upload.click()
  await page.getByText('File size must be less than 5MB').first().waitFor()
  const { default: sharp } = await import('sharp')
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#b5432c' } })
    .jpeg()
    .toBuffer()
  await field.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: picture })
  if (await upload.isVisible()) await upload.click()
  await page.locator('main img[src*="/media/"]').first().waitFor()
})

test('an account is deleted with the password, in the dialog that asks for it', { tags: ['night'] }, async () => {
  const { page, who } = await signedIn()
  await page.goto('/settings')
  await scripted(page)
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Password', { exact: true }).fill(who.password)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('link', { name: 'Sign In' }).first().waitFor()
})

test('the dashboard greets by the clock and shows the empty state [T36]', async () => {
  const { page, who, faults } = await signedIn()
  await page.goto('/dashboard')
  const hour = new Date(Date.now() + 3 * 3_600_000).getUTCHours()
  const part = hour < 12 ? 'Morning' : hour < 17 ? 'Afternoon' : 'Evening'
  await page.getByRole('heading', { name: new RegExp(`Good ${part}.*${who.fullName}`) }).waitFor()
  await page.getByText('No fund drives yet').waitFor()
  await page.getByText('New Fund Drive').first().waitFor()
  // The three figures are there from the first day, and the way to the first gift below them.
  const figures = [
    'Total Raised KES 0 of KES 0 goal',
    'Active Drives 0 of 0',
    'Success Rate 0.0% of all goals combined',
  ]
  const tiles = await page.getByRole('main').locator('dl').allInnerTexts()
  expect(tiles.map((words) => words.split(/\s+/).join(' '))).toEqual(figures)
  const steps = page.getByRole('region', { name: 'Four steps to your first gift' })
  await expect.poll(() => steps.getByRole('listitem').count()).toBe(4)
  await expectAccessible(page)
  await steps.getByRole('link', { name: 'Start a fund drive' }).click()
  await page.getByRole('dialog').getByLabel('Title').waitFor()
  await page.getByRole('dialog').getByRole('link', { name: 'Close' }).click()
  await page
    .getByRole('button', { name: /menu|account|profile/i })
    .first()
    .click()
  for (const name of ['Profile', 'Settings', 'Sign Out'])
    await page.getByText(name, { exact: true }).locator('visible=true').first().waitFor()
  expect(faults).toEqual([])
})
