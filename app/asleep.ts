import type { PublicFigures } from './drives/drive/figures.ts'
import { reportView } from './drives/views/report-view.ts'
import { moneyText } from './kit/money.ts'
import { partOf, percentText } from './kit/percents.ts'
import { arrived, standOf } from './money/donations/arrived.ts'
import type { DonationPage } from './money/donations/donation.ts'
import { followGive } from './money/payments/give-bar.ts'
import { inBrowser, LiveLine } from './ui/live-line.ts'
import { type Sleep, sleep } from './ui/slept.ts'
import { sleepUntilTouched, type Waking } from './ui/waking.ts'

// The whole script of a public page before it is touched: reports the view of a drive's page and keeps its figures current.

type Told = PublicFigures & { gifts: DonationPage }

const find = (selector: string) => document.querySelector<HTMLElement>(selector)
const status = find('[data-asleep]')!
const { drive, token, shows, words, draft } = JSON.parse(status.dataset.asleep!) as Sleep
const wake = sleepUntilTouched(JSON.parse(find('#waking')!.textContent!) as Waking)
const hands = sleep()
let asleep = true
/** The time in ms for which gifts are summed, as long as in `Arrivals`. */
const pause = 1500
let isSaying = false
let latest: Told
let stand = shows as { donors: number; newest: number }
hands.giveBack = () => {
  asleep = false
  status.textContent = ''
}

if (draft && isKept(draft)) wake()
followGive(find('.give-bar'))
// The pictures that turn: see carousel.tsx.
addEventListener('load', () => find('.slides-wait')?.classList.remove('slides-wait'))
if (drive) {
  count(drive)
  listen(`drive:${drive}`)
}

/** Checks for a kept draft. A browser may forbid any storage. */
function isKept(draft: string) {
  try {
    return sessionStorage.getItem(draft) !== null
  } catch {
    return false
  }
}

function count(drive: string) {
  if (!token) return
  const view = reportView(drive, token)
  hands.counted = { drive, view }
  // A blocked visitor sees another page now.
  void view.then((came) => came === 'blocked' && asleep && location.reload())
}

function listen(topic: string) {
  hands.topic = topic
  hands.line = new LiveLine(inBrowser)
  hands.leave = hands.line.listen([topic], (message) => {
    // A message that makes the page ask for its data is not replaced by a later one with figures.
    if (!hands.heard || hands.heard.summary) hands.heard = message
    if (asleep && !show(message.summary as Told | undefined)) wake()
  })
}

/** Shows the new figures. Returns false when something else has changed, which only the hydrated page can show. */
function show(told: Told | undefined): boolean {
  if (!told || !shows || !words) return false
  const comments = told.comments !== shows.comments || told.newestComment !== shows.newestComment
  const gifts = standOf(told).newest !== shows.newest
  if (told.version !== shows.version || told.raised < shows.raised) return false
  if (shows.list === 'comments' && comments) return false
  // Before its first gift the page says that nobody has given yet.
  if ((shows.list === 'donations' || !shows.newest) && gifts) return false
  const { percent, filled } = partOf(told.raised, shows.goal)
  const bar = find('[role=progressbar]')
  bar?.setAttribute('aria-valuenow', String(Math.min(percent, 100)))
  bar?.setAttribute('aria-valuetext', percent || !told.raised ? fill(words.percent, String(percent)) : words.little)
  bar?.firstElementChild?.setAttribute('style', `width:${filled}%`)
  write('[data-live=raised]', moneyText(told.raised))
  write('[data-live=percent]', percentText(told.raised, shows.goal))
  write('[data-live=donors]', told.donors === 1 ? words.donor : fill(words.donors, counted(told.donors)))
  write('[id$=-comments-count]', String(told.comments))
  latest = told
  if (!isSaying) setTimeout(say, pause)
  isSaying = true
  return true
}

/** Writes into the present text node: React hydrates that same node. */
function write(selector: string, text: string) {
  const place = find(selector)?.firstChild
  if (place) place.nodeValue = text
}

/** Fills a text by a function: a filling with `$` in it stays as it is. */
const fill = (text: string, filling: string, place = '#') => text.replace(place, () => filling)
const counted = (count: number) => count.toLocaleString(document.documentElement.lang)

/** Announces what came in to a person who can't see the bar move. */
function say() {
  isSaying = false
  const came = arrived(stand, latest)
  if (!came || !asleep) return
  hands.said = stand = standOf(latest)
  const { count, one } = came
  const amount = moneyText(one.amount)
  const said =
    count > 1
      ? fill(words!.gifts, counted(count))
      : fill(one.name === null ? words!.someone : words!.gave, amount, '{amount}')
  status.textContent = fill(said, one.name ?? '', '{name}')
}
