/** @module-tag night */
import { expect, test } from 'vitest'
import { freshFolder } from '#test/product.ts'
import { withHouse } from '../bench/money-app.ts'
import { soak } from '../bench/soak-life.ts'
import { ensureBuild } from './build.ts'

// A short look at what `node bench/soak.ts` does for an hour. What must be right is right however slow the machine is.
test('after everybody was there for a while, books are right, memory is flat and nothing is left open', {
  timeout: 900_000,
}, async () => {
  await ensureBuild()
  Object.assign(process.env, { HARAMBEE_DEMO: '1', LOG_LEVEL: 'silent' })
  try {
    await withHouse(freshFolder(), async (house) => {
      const [answers, ...all] = await soak(house, { seconds: 60, part: 0.3 })
      expect(all.filter(({ met }) => !met)).toEqual([])
      expect(all).toHaveLength(3)
      // A machine that drowns may turn visitors away; that is not what this is about.
      expect(answers!.figure).not.toMatch(/× 500/)
    })
  } finally {
    for (const name of ['HARAMBEE_DEMO', 'LOG_LEVEL']) delete process.env[name]
  }
})
