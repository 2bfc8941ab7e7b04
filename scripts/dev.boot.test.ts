/** @module-tag night */
import { beforeAll, expect, test } from 'vitest'
import { checkoutIn, replaceIn } from '#test/checkout.ts'
import { freshFolderOnDisk, processesOn, ready, startReady, statusOf, until } from '#test/product.ts'
import { ensureBuild } from './build.ts'

// npm run dev

beforeAll(() => ensureBuild())

test('while developing, changed screens and changed server code are served without a restart by hand', async () => {
  const copy = checkoutIn(freshFolderOnDisk())
  const command = [process.execPath, 'scripts/dev.ts']
  const product = await startReady({ cwd: copy, dataDir: `${copy}/data`, command })
  // The first answer waits for every screen to be compiled, on a busy machine longer than a question may take.
  await until(async () => (await statusOf(product.url)) === 200, 'the first page')
  const opened = () => product.said().split('Harambee is open').length - 1

  replaceIn(copy, 'app/site/not-found.tsx', (text) => text.replaceAll('Oops! Page not found', 'Oops! Nothing here'))
  const page = () =>
    fetch(`${product.url}/nowhere`).then(
      (answer) => answer.text(),
      () => '',
    )
  await until(async () => (await page()).includes('Oops! Nothing here'), 'the changed screen')
  expect(opened()).toBe(1)

  replaceIn(copy, 'app/platform/http/answer.server.ts', (text) => text.replace("'alive'", "'alive and changed'"))
  const health = () =>
    fetch(`${product.url}/healthz`).then(
      (answer) => answer.text(),
      () => '',
    )
  await until(async () => (await health()) === 'alive and changed\n', 'the changed server')
  await ready(product)
  expect(opened()).toBe(2)

  product.child.kill('SIGINT')
  expect(await product.ended).toBe(0)
  expect(processesOn(product.dataDir)).toEqual([])
})
