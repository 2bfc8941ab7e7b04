import type { PublicFigures } from './drives/drive/figures.ts'
import { reportView } from './drives/views/report-view.ts'
import { moneyText } from './kit/money.ts'
import { partOf, percentText } from './kit/percents.ts'
import { arrived, standOf } from './money/donations/arrived.ts'
import type { DonationPage } from './money/donations/donation.ts'
import { followGive } from './money/payments/give-bar.ts'
import { inBrowser, LiveLine } from './ui/live-line.ts'
import { loadReactOnTouch } from './ui/load-react.ts'
import { newHandover, type PageFacts } from './ui/static-page.ts'

// The whole script of a static public page before it is touched: reports the view of a drive's page and keeps it current. Only a touch
// loads React.

type Told = PublicFigures & { gifts: DonationPage }

const find = (selector: string) => document.querySelector<HTMLElement>(selector)
const status = find('[data-facts]')!
const factsOf = (place: HTMLElement) => JSON.parse(place.dataset.facts!) as PageFacts
const { drive, token, words, draft, shows: first } = factsOf(status)
let shows = first
const react = loadReactOnTouch()
const hands = newHandover()
let isStatic = true
/** The time in ms for which gifts are summed, as long as in `Arrivals`. */
const pause = 1500
let saying: ReturnType<typeof setTimeout> | undefined
let latest: Told
let stand = shows as { donors: number; newest: number }
/** The parts that came after the page, each with the one that the server rendered. */
const fresh = new Map<Element, Element>()
hands.giveBack = () => {
  isStatic = false
  status.textContent = ''
  for (const [part, rendered] of fresh) part.replaceWith(rendered)
}

// A person who typed here before has touched the page.
if (draft && isKept(draft)) void react.load()
let unfollow = followGive(find('.give-bar'))
// The pictures that turn: see carousel.tsx.
const turnPictures = (page: Document) => page.querySelector('.slides-wait')?.classList.remove('slides-wait')
addEventListener('load', () => turnPictures(document))
addEventListener('error', ({ target }) => target instanceof HTMLImageElement && hidePicture(target), true)
for (const image of document.images) if (image.complete && image.currentSrc && !image.naturalWidth) hidePicture(image)
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

/** A picture that can't be loaded leaves its row. */
function hidePicture(image: Element) {
  const slide = image.closest<HTMLElement>('[role=group]')
  if (slide?.parentElement?.children[1]) slide.hidden = true
}

function count(drive: string) {
  if (!token) return
  const view = reportView(drive, token)
  hands.counted = { drive, view }
  // A blocked visitor sees another page now.
  void view.then((came) => came === 'blocked' && isStatic && location.reload())
}

function listen(topic: string) {
  hands.topic = topic
  hands.line = new LiveLine(inBrowser)
  hands.leave = hands.line.listen([topic], (message) => {
    // A message that makes the page ask for its data is not replaced by a later one with figures.
    if (!hands.heard || hands.heard.summary) hands.heard = message
    if (isStatic) hear(message.summary as Told | undefined, message.spread)
  })
}

function hear(told: Told | undefined, spread?: number) {
  if (!told || !shows) return renewLater(spread)
  if (!show(told)) renewLater()
  latest = told
  saying ??= setTimeout(say, pause)
}

/** Shows the new figures. Returns false when something else has changed, too, which comes with the page only. */
function show(told: Told): boolean {
  const { goal, version, raised, list, newest, comments, newestComment } = shows!
  const { percent, filled } = partOf(told.raised, goal)
  const bar = find('[role=progressbar]')
  bar?.setAttribute('aria-valuenow', String(Math.min(percent, 100)))
  bar?.setAttribute('aria-valuetext', percent || !told.raised ? fill(words!.percent, String(percent)) : words!.little)
  bar?.firstElementChild?.setAttribute('style', `width:${filled}%`)
  write('[data-live=raised]', moneyText(told.raised))
  write('[data-live=percent]', percentText(told.raised, goal))
  write('[data-live=donors]', told.donors === 1 ? words!.donor : fill(words!.donors, counted(told.donors)))
  write('[id$=-comments-count]', String(told.comments))
  return (
    told.version === version &&
    told.raised >= raised &&
    (list !== 'comments' || (told.comments === comments && told.newestComment === newestComment)) &&
    // Before its first gift the page says that nobody has given yet.
    ((list !== 'donations' && newest > 0) || standOf(told).newest === newest)
  )
}

let renewal: ReturnType<typeof setTimeout> | undefined
/** Thousands may have got the same message, and the next may follow at once. */
function renewLater(spread = 500) {
  renewal ??= setTimeout(renew, 500 + Math.random() * spread)
}

/** Fetches the page again, and puts its parts that have changed in their places. */
async function renew() {
  const page = await fetch(location.href)
    .then((answer) => answer.text())
    .catch(String)
  const next = new DOMParser().parseFromString(page, 'text/html')
  renewal = undefined
  const facts = next.querySelector<HTMLElement>('[data-facts]')
  // After a touch React shows what is new.
  if (!facts || !isStatic || react.isLoading()) return
  const parts = partsOf(next)
  const old = partsOf(document)
  // Another page is shown now, such as of a drive that takes no more gifts.
  if (old.length !== parts.length) return location.reload()
  turnPictures(next)
  for (const [at, part] of old.entries()) putInPlace(part, parts[at]!)
  shows = factsOf(facts).shows
  unfollow?.()
  unfollow = followGive(find('.give-bar'))
}

const partsOf = (page: Document) => [...page.querySelectorAll<HTMLElement>('[data-part]')]

function putInPlace(old: HTMLElement, part: HTMLElement) {
  if (old.className === part.className && old.innerHTML === part.innerHTML) return
  part.dataset.fresh = ''
  fresh.set(part, fresh.get(old) ?? old)
  old.replaceWith(part)
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
  saying = undefined
  const came = arrived(stand, latest)
  if (!came || !isStatic) return
  hands.said = stand = standOf(latest)
  const { count, one } = came
  const amount = moneyText(one.amount)
  const said =
    count > 1
      ? fill(words!.gifts, counted(count))
      : fill(one.name === null ? words!.someone : words!.gave, amount, '{amount}')
  status.textContent = fill(said, one.name ?? '', '{name}')
}
