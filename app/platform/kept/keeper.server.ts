import type { IncomingMessage, ServerResponse } from 'node:http'
import { whenChosen } from '#app/platform/choices.server.ts'
import { db } from '#app/platform/db.server.ts'
import { whoAsks } from '#app/platform/http/address.server.ts'
import { answerOf, type Conditions } from '#app/platform/http/answer.server.ts'
import { headersOf } from '#app/platform/http/web-request.server.ts'
import { Echo } from '#app/platform/live/echo.server.ts'
import { alsoHear, tell } from '#app/platform/live/live.server.ts'
import { log } from '#app/platform/log.server.ts'
import { fileTopic, whenGone } from '#app/platform/pictures/media.server.ts'
import { looksLikeVisitor, nextVisitorCookie, visitorKey } from '#app/platform/visitor.server.ts'
import { type Figures, figures } from './figures.server.ts'
import { type Keeping, KeptAnswers } from './kept-answers.server.ts'
import { KeptFiles } from './kept-files.server.ts'
import { madeForAll } from './made-for-all.server.ts'
import { Ways } from './ways.server.ts'

/** What the product declares: which addresses are the same for everybody, and whose requests are personal all the same. */
export type Kept = {
  pages: Pick<Keeping, 'addressOf' | 'isPersonal'>
  pictures: Pick<Keeping, 'addressOf'>
}
type Keeper = {
  /** Answers, or leaves the request to the usual way and says false. */
  answers: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean
}

const mb = 1024 * 1024
const pictureRoom = 32 * mb

/** Gives out from memory what is the same for everybody. It hears of changes once it has made the first answer. */
export function openKeeper(conditions: Conditions, { pages, pictures }: Kept): Keeper {
  const { house, settings, files } = conditions
  const isOpen = () => house.state() === 'ready' && settings.answers
  const ways = new Ways((incoming) => whoAsks(incoming, settings)?.origin)
  const echo = new Echo((topic) => tell(db, topic))
  let hears = false
  const common: Pick<Keeping, 'cookieFor' | 'isOpen' | 'make' | 'otherwise' | 'visitorOf'> = {
    isOpen,
    make(asking) {
      if (!hears) {
        hears = true
        const line = alsoHear({
          said(topic) {
            for (const one of kept) one.said(topic)
            echo.said(topic)
          },
          connected: () => kept.forEach((one) => void one.forget()),
        })
        house.onDrain(() => line.close())
      }
      return madeForAll(asking, conditions)
    },
    cookieFor: (cookies) => (looksLikeVisitor(cookies) ? undefined : nextVisitorCookie()),
    visitorOf: (incoming) => visitorKey({ headers: headersOf(incoming) }, whoAsks(incoming, settings)?.address ?? ''),
    otherwise: (incoming, outgoing) => void answerOf(incoming, outgoing, conditions),
  }
  const keptPages = new KeptAnswers({
    ...common,
    ...pages,
    echo,
    wayOf: (incoming, cookies) => ways.of(incoming, cookies),
  })
  const keptPictures = new KeptAnswers({
    ...common,
    ...pictures,
    // A picture is packed already, and has no words.
    wayOf(incoming) {
      const way = ways.of(incoming, '')
      return way && { origin: way.origin, language: 'en', encoding: 'plain' }
    },
    isPersonal: () => false,
    room: pictureRoom,
  })
  const kept = [keptPages, keptPictures]
  whenChosen(() => keptPages.forget())
  whenGone((key) => keptPictures.said(fileTopic(key), 0))
  const keptFiles = new KeptFiles(files, ways, () => house.state() !== 'draining')
  const keeper: Keeper & Figures = {
    answers: (incoming, outgoing) =>
      keptFiles.answers(incoming, outgoing) ||
      keptPages.answers(incoming, outgoing) ||
      keptPictures.answers(incoming, outgoing),
    given: () => ({ page: keptPages.given, picture: keptPictures.given, file: keptFiles.given }),
    bytes: () => ({ page: keptPages.bytes, picture: keptPictures.bytes }),
  }
  figures.add(keeper)
  noteEachMinute(keeper)
  return keeper
}

/** A line for each would cost more than the answer. */
function noteEachMinute({ given }: Figures) {
  let before = given()
  const note = () => {
    const now = given()
    const since = {
      pages: now.page - before.page,
      pictures: now.picture - before.picture,
      files: now.file - before.file,
    }
    before = now
    if (since.pages + since.pictures + since.files > 0) log.info(since, 'given out from memory')
  }
  setInterval(note, 60_000).unref()
}
