import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openDrive } from './drive.ts'
import { signedIn } from './session.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted, visitor } from './visitor.ts'

// Writing a description: with every tool, by keyboard, from elsewhere, in two windows, on a bad line.

const textbox = (page: Page) => page.getByRole('textbox', { name: 'Description' })
const tool = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true })
const htmlOf = (page: Page) =>
  textbox(page).evaluate((box) => {
    const copy = box.cloneNode(true) as HTMLElement
    for (const filler of copy.querySelectorAll('.ProseMirror-trailingBreak')) filler.remove()
    return copy.innerHTML.replace(/(<p><\/p>)+$/, '')
  })

let owner: ReturnType<typeof signedIn> | undefined

/** The description page of a new drive; its owner, who is the same in all of these, has a browser of their own. */
async function opened(wishes: Parameters<typeof visitor>[0] = {}) {
  // A sign-in that failed is not remembered: the next test tries again.
  owner ??= signedIn().catch((error) => {
    owner = undefined
    throw error
  })
  const { context, who } = await owner
  const one = { ...(await visitor(wishes)), who }
  await one.context.addCookies(await context.cookies())
  await one.page.goto('/dashboard')
  const slug = await openDrive(one.page)
  const path = `/fund-drive/${slug}/description`
  await one.page.goto(path)
  await scripted(one.page)
  return { ...one, slug, path }
}

async function edit(page: Page) {
  await page.getByRole('button', { name: 'Edit Description' }).click()
  await textbox(page).click()
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Description updated successfully').first().waitFor()
  await page.getByRole('button', { name: 'Edit Description' }).waitFor()
}

const paste = (page: Page, type: string, data: string) =>
  textbox(page).evaluate(
    (box, [type, data]) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData(type!, data!)
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [type, data],
  )

/** A picture in the making: noise, so that it has some weight. */
const photo = (page: Page) =>
  page.evaluate(async () => {
    const canvas = new OffscreenCanvas(900, 600)
    canvas.getContext('2d')!.fillRect(100, 100, 500, 300)
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())
    return [...bytes]
  })

describe('writing', () => {
  test('with every tool, and the page shows what was written [T100]', { timeout: 90_000 }, async () => {
    const { page, slug, faults } = await opened()
    await page.getByText('No description available. Click "Edit Description" to add one.').waitFor()
    await edit(page)
    for (const level of [1, 2, 3]) {
      await tool(page, `Heading ${level}`).click()
      await page.keyboard.type(`Level ${level}`)
      await expect.poll(() => tool(page, `Heading ${level}`).getAttribute('aria-pressed')).toBe('true')
      await page.keyboard.press('Enter')
    }
    for (const name of ['Bold', 'Italic', 'Underline', 'Strike']) {
      await tool(page, name).click()
      await page.keyboard.type(name)
      await expect.poll(() => tool(page, name).getAttribute('aria-pressed')).toBe('true')
      await tool(page, name).click()
      await page.keyboard.type(' ')
    }
    // 'Clean' takes every format away from what is selected.
    await tool(page, 'Bold').click()
    await page.keyboard.type('plain')
    await page.keyboard.press('Control+Shift+ArrowLeft')
    await tool(page, 'Clean').click()
    await expect.poll(() => tool(page, 'Bold').getAttribute('aria-pressed')).toBe('false')
    // What is typed over it is as plain as it is.
    await page.keyboard.type('plain')
    await page.keyboard.press('Enter')
    await tool(page, 'Ordered list').click()
    await page.keyboard.type('first')
    await page.keyboard.press('Enter')
    await page.keyboard.type('second')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await tool(page, 'Bullet list').click()
    await page.keyboard.type('dot')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await tool(page, 'Link').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Link address').fill('javascript:alert(1)')
    await dialog.getByRole('button', { name: 'Add link' }).click()
    await dialog.getByText('Please enter a web address or an email address.').waitFor()
    await dialog.getByLabel('Link address').fill('example.org/ward')
    await dialog.getByLabel('Words to show').fill('the ward')
    await dialog.getByRole('button', { name: 'Add link' }).click()
    await tool(page, 'Image').click()
    await dialog.getByLabel('Upload an image').setInputFiles({
      name: 'ward.png',
      mimeType: 'image/png',
      buffer: Buffer.from(await photo(page)),
    })
    await dialog.getByLabel('Alt text').fill('The ward')
    await dialog.getByRole('button', { name: 'Add image' }).click()
    await textbox(page).getByRole('img', { name: 'The ward' }).waitFor()
    await save(page)
    const shown = await page.locator('.rich').innerHTML()
    expect(shown.replace(/<picture>.*?<\/picture>/, '[picture]')).toBe(
      '<h2 class="rich-h1">Level 1</h2><h3 class="rich-h2">Level 2</h3><h4 class="rich-h3">Level 3</h4>' +
        '<p><strong>Bold</strong> <em>Italic</em> <u>Underline</u> <s>Strike</s> plain</p>' +
        '<ol><li><p>first</p></li><li><p>second</p></li></ol><ul><li><p>dot</p></li></ul>' +
        '<p><a href="https://example.org/ward" target="_blank" rel="noopener nofollow ugc">the ward</a></p>[picture]',
    )
    await expectAccessible(page)
    // The picture is kept, is in its box, and visitors see just this.
    const image = page.locator('.rich').getByRole('img', { name: 'The ward' })
    await image.scrollIntoViewIfNeeded()
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
    await page.goto(`/fundraiser/${slug}`)
    expect(await page.locator('.rich').innerHTML()).toBe(shown)
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  test('by keyboard alone', { tags: ['night'], timeout: 60_000 }, async () => {
    const { page } = await opened()
    await page.getByRole('button', { name: 'Edit Description' }).focus()
    await page.keyboard.press('Enter')
    await textbox(page).waitFor()
    await expect.poll(() => textbox(page).evaluate((box) => box === document.activeElement)).toBe(true)
    await page.keyboard.press('Control+Alt+2')
    await page.keyboard.type('Plan')
    await page.keyboard.press('Enter')
    await page.keyboard.type('now')
    // Back to the toolbar: one stop, then arrows.
    await page.keyboard.press('Shift+Tab')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    expect(await focused()).toBe('Heading 1')
    await page.keyboard.press('ArrowLeft')
    expect(await focused()).toBe('Clean')
    await page.keyboard.press('Home')
    for (let steps = 0; steps < 3; steps++) await page.keyboard.press('ArrowRight')
    expect(await focused()).toBe('Bold')
    await page.keyboard.press('Enter')
    await page.keyboard.type(' strong')
    await page.keyboard.press('Control+k')
    await page.getByLabel('Link address').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await textbox(page).focus()
    await page.keyboard.press('Control+a')
    expect(await htmlOf(page)).toBe('<h2>Plan</h2><p>now<strong> strong</strong></p>')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    expect(await htmlOf(page)).toBe('<p>Plan</p><p>now strong</p>')
  })

  test('from elsewhere: only what may stand in a text comes in', { tags: ['night'], timeout: 60_000 }, async () => {
    const { page } = await opened()
    await edit(page)
    await paste(
      page,
      'text/html',
      `<style>p{color:red}</style><p class="MsoNormal" style="mso-x:y"><b style="color:red">Word</b><o:p></o:p></p>
       <p class="MsoListParagraph" style="mso-list:l0"><span style="mso-list:Ignore">1.<span>&nbsp;</span></span>one</p>
       <p class="MsoListParagraph" style="mso-list:l0"><span style="mso-list:Ignore">2.<span>&nbsp;</span></span>two</p>
       <img src="data:image/png;base64,iVBORw0KGgo="><img src="file:///C:/a.png"><script>x()</script>
       <table><tr><td>cell</td></tr></table><blockquote>quote</blockquote><pre><code>code</code></pre><hr>
       <a href="javascript:x()">bad</a> <a href="https://example.org">good</a>`,
    )
    const html = await htmlOf(page)
    expect(html).toContain('<p><strong>Word</strong></p>')
    expect(html).toContain('<ol><li><p>one</p></li><li><p>two</p></li></ol>')
    expect(html).toMatch(/<a [^>]*href="https:\/\/example.org">good<\/a>/)
    for (const words of ['cell', 'quote', 'code', 'bad']) expect(html).toContain(words)
    expect(html).not.toMatch(/<(style|script|table|td|blockquote|pre|code|hr|img|o:p)|javascript:|class="Mso|style=/)
    await page.keyboard.press('Control+a')
    await paste(page, 'text/plain', 'Habari *zenu* _wote_\nkaribuni\n\n5 * 3 * 2')
    expect(await htmlOf(page)).toBe('<p>Habari <strong>zenu</strong> <em>wote</em><br>karibuni</p><p>5 * 3 * 2</p>')
  })

  test('a picture that is dropped or pasted is sent and is in the text', {
    tags: ['night'],
    timeout: 60_000,
  }, async () => {
    const { page } = await opened()
    await edit(page)
    const bytes = await photo(page)
    await textbox(page).evaluate((box, bytes) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([new Uint8Array(bytes)], 'shot.png', { type: 'image/png' }))
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, bytes)
    await textbox(page).locator('img').waitFor()
    expect(await htmlOf(page)).toMatch(/<img src="\/media\/drives\/[0-9a-f]{32}-900\.jpg"/)
    // What only says that it is a picture is refused by the media's rules, and nothing is in the text.
    await textbox(page).evaluate((box) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File(['<script>x()</script>'], 'fake.png', { type: 'image/png' }))
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await page.getByText('Please select an image file').first().waitFor()
    await expect.poll(() => textbox(page).locator('img').count()).toBe(1)
  })
})

describe('nothing that was written is lost', () => {
  test('two windows: the second is told, sees the other text, and may write over it', {
    tags: ['night'],
    timeout: 90_000,
  }, async () => {
    const { page, context, path } = await opened()
    const other = await context.newPage()
    await other.goto(path)
    await scripted(other)
    await edit(page)
    await page.keyboard.type('From the first window')
    await edit(other)
    await other.keyboard.type('From the second window')
    await save(page)
    await other.getByText('This description was changed in another window').waitFor()
    await other.getByRole('region', { name: 'Saved in the other window' }).getByText('From the first window').waitFor()
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await other.getByText('Not saved: this was changed in another window').first().waitFor()
    expect(await htmlOf(other)).toBe('<p>From the second window</p>')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await other.bringToFront()
    await other.getByRole('button', { name: 'Copy what you wrote' }).click()
    await other.getByText('Copied to the clipboard').first().waitFor()
    expect(await other.evaluate(() => navigator.clipboard.readText())).toBe('From the second window')
    await expectAccessible(other)
    await other.getByRole('button', { name: 'Save mine instead' }).click()
    await other.getByText('Description updated successfully').first().waitFor()
    expect(await other.locator('.rich').innerHTML()).toBe('<p>From the second window</p>')
  })

  test('leaving asks, a closed tab brings it back, Cancel keeps it at hand', { timeout: 90_000 }, async () => {
    const { page, context, path } = await opened()
    await edit(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Edit Description' }).waitFor()
    await edit(page)
    await page.keyboard.type('An evening of work')
    await page.getByRole('link', { name: 'Info' }).first().click()
    const question = page.getByRole('alertdialog')
    await question.getByText('Leave without saving?').waitFor()
    await question.getByRole('button', { name: 'Stay here' }).click()
    expect(await htmlOf(page)).toBe('<p>An evening of work</p>')
    // The draft is kept a moment after the last key; then the battery dies.
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('An evening of work')
    await page.close({ runBeforeUnload: false })
    const again = await context.newPage()
    await again.goto(path)
    await again.getByText('You have text here that is not saved yet').waitFor()
    await again.getByRole('button', { name: 'Continue writing' }).click()
    await again.getByText('This is your text from last time, which was not saved').waitFor()
    expect(await htmlOf(again)).toBe('<p>An evening of work</p>')
    await again.getByRole('button', { name: 'Cancel' }).click()
    await again.getByRole('button', { name: 'Discard it' }).click()
    await again.reload()
    await scripted(again)
    await again.getByText('No description available.').waitFor()
    await expect.poll(() => again.getByRole('button', { name: 'Continue writing' }).count()).toBe(0)
  })

  test('Save and leave keeps the text and goes on', { tags: ['night'], timeout: 90_000 }, async () => {
    const { page, path } = await opened()
    await edit(page)
    await page.keyboard.type('Saved on the way out')
    await page.getByRole('link', { name: 'Info' }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save and leave' }).click()
    await page.waitForURL('**/info')
    await page.goto(path)
    expect(await page.locator('.rich').innerHTML()).toBe('<p>Saved on the way out</p>')
  })

  test('a session that ends while a person writes costs them nothing', {
    tags: ['night'],
    timeout: 90_000,
  }, async () => {
    const { page, context, who } = await opened()
    await edit(page)
    await page.keyboard.type('Written before the session ended')
    await context.clearCookies()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL('**/auth**')
    await page.getByLabel('Email').fill(who.email)
    await page.getByLabel('Password', { exact: true }).fill(who.password)
    await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL('**/description**')
    const go = page.getByRole('button', { name: 'Continue writing' })
    await go.or(textbox(page)).first().waitFor()
    if (await go.isVisible()) await go.click()
    await textbox(page).waitFor()
    expect(await htmlOf(page)).toBe('<p>Written before the session ended</p>')
  })
})

describe('the editor itself', () => {
  test.each(['light', 'dark'] as const)(
    'has nothing that axe finds, on any width, %s',
    { tags: ['night'], timeout: 90_000 },
    async (theme) => {
      const { page } = await opened({ theme, width: 320 })
      await edit(page)
      await page.keyboard.type('A text')
      for (const width of [320, 360, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
        const sizes = await page
          .getByRole('toolbar')
          .getByRole('button')
          .evaluateAll((all) =>
            all.map((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height)),
          )
        expect(sizes).toHaveLength(12)
        expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44)
      }
      for (const name of ['Link', 'Image']) {
        await tool(page, name).click()
        await page.getByRole('dialog').waitFor()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
      }
    },
  )

  test('that does not come is said, and tried again', { tags: ['night'], timeout: 60_000 }, async () => {
    const { page } = await opened()
    let broken = true
    const held: (() => void)[] = []
    await page.route(/assets\/editor-[^/]+\.js/, async (route) => {
      if (broken) return route.abort()
      await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    })
    await page.getByRole('button', { name: 'Edit Description' }).click()
    await page.getByText('The editor could not be loaded').waitFor()
    broken = false
    // The page is loaded, with the editor open.
    const loaded = page.waitForEvent('domcontentloaded')
    await page.getByRole('button', { name: 'Try again' }).click()
    await loaded
    await page.getByText('Loading the editor...').waitFor()
    await expect.poll(() => held.length).toBeGreaterThan(0)
    for (const go of held) go()
    await textbox(page).waitFor()
  })
})
