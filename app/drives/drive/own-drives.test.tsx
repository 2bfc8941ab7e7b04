import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { DriveFigures } from './own-drives.tsx'

// The three cards of the dashboard, as they are read.

const cards = (stats: Parameters<typeof DriveFigures>[0]) =>
  renderToStaticMarkup(
    <I18nProvider i18n={wordsIn('en')}>
      <DriveFigures {...stats} />
    </I18nProvider>,
  )
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

test('the cards say what was raised of all goals, how many drives are active of how many, and the part of the goals [T70]', () => {
  const words = cards({ raised: 125_000, recorded: 0, goal: 500_000, active: 3, total: 4 })
  expect(words).toMatch(/Total Raised KES 1,250 of KES 5,000 goal/)
  expect(words).toMatch(/Active Drives 3 of 4/)
  expect(words).toMatch(/Success Rate 25\.0% of all goals combined/)
})

test('the success rate is 0 where no drive has a goal, whatever was raised [T73]', () => {
  expect(cards({ raised: 125_000, recorded: 0, goal: 0, active: 1, total: 1 })).toMatch(/Success Rate 0\.0% /)
})
