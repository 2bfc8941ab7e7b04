import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { changesOf, planted } from './planted.ts'
import { plantedLives } from './planted-lives.ts'

// They are planted one after the other only in `scripts/planted.boot.test.ts`, which takes long: a change that takes a
// mistake its place is noticed here.
test.each([...planted, ...plantedLives])('there is one place for this mistake: $mistake', (mistake) => {
  for (const { file, is, becomes } of changesOf(mistake)) {
    expect(readFileSync(file, 'utf8').split(is)).toHaveLength(2)
    expect(becomes).not.toBe(is)
  }
})
