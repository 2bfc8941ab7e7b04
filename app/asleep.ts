import type { PublicFigures } from './drives/drive/figures.ts'
import { reportView } from './drives/views/report-view.ts'
import { moneyText } from './kit/money.ts'
import { percentText } from './kit/percents.ts'
import { arrived, standOf } from './money/donations/arrived.ts'
import type { DonationPage } from './money/donations/donation.ts'
import { followGive } from './money/payments/give-bar.ts'
import { inBrowser, LiveLine } from './ui/live-line.ts'
import { partOf } from './ui/part-of.ts'
import { type Sleep, sleep } from './ui/slept.ts'
import { sleepUntilTouched, type Waking } from './ui/waking.ts'

// All the script of a public page before it is touched: a drive's page tells that it is seen, and its figures stay true.

type Told = PublicFigures & { gifts: DonationPage }

const find = (selector: string) => document.querySelector<HTMLElement>(selector)
const status = find('[data-asleep]')!
const { drive, token, shows, words, draft } = JSON.parse(status.dataset.asleep!) as Sleep
const wake = sleepUntilTouched(JSON.parse(find('#waking')!.textContent!) as Waking)
const hands = sleep()
let asleep = true
/** As long as `Arrivals` sums gifts. */
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

/** A browser may forbid any keeping. */
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
  // Everybody else sees another page now.
  void view.then((came) => came === 'blocked' && asleep && location.reload())
}

function listen(topic: string) {
  hands.topic = topic
  hands.line = new LiveLine(inBrowser)
  hands.leave = hands.line.listen([topic], (message) => {
    // What the page has to ask for is not forgotten for what is told later.
    if (!hands.heard || hands.heard.summary) hands.heard = message
    if (asleep && !show(message.summary as Told | undefined)) wake()
  })
}

/** Shows how things stand; false when something else has changed, which only the page itself can show. */
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

/** React goes on with the text as it stands: it is another one, in the same place. */
function write(selector: string, text: string) {
  const place = find(selector)?.firstChild
  if (place) place.nodeValue = text
}

/** What it is filled with may hold anything. */
const fill = (text: string, filling: string, place = '#') => text.replace(place, () => filling)
const counted = (count: number) => count.toLocaleString(document.documentElement.lang)

/** Tells the person who can't see the bar move what came in. */
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
