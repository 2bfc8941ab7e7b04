import { Plural, Trans } from '@lingui/react/macro'
import { buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { AddDoor, OpensLine } from './door-add.tsx'
import { ArrivalList, DoorList, FlagList } from './doors-list.tsx'
import type { DoorsPage } from './doors-page.server.ts'
import { opensLater } from './event.ts'

type Filled = Extract<DoorsPage, { doors: unknown }>

/** The doors of one occasion: how many are inside, guests let in twice, the phones, and the last arrivals. */
export function DoorsPart({ slug, served, page }: { slug: string; served: number; page: Filled }) {
  const { occasion, doors, last, flags } = page
  const opens = opensLater(occasion, new Date(served))
  return (
    <>
      <Inside page={page} />
      {flags.length > 0 && (
        <Card level={3} title={<Trans>Let in twice</Trans>}>
          <FlagList flags={flags} zone={occasion.zone} />
        </Card>
      )}
      <Card level={3} title={<Trans>Doors</Trans>}>
        {doors.length > 0 ? (
          <DoorList slug={slug} doors={doors} served={served} />
        ) : (
          <p className="text-muted">
            <Trans>No door yet. A helper joins with their own phone in a minute.</Trans>
          </p>
        )}
      </Card>
      {!occasion.over && (
        <Changing>
          <Card level={3} title={<Trans>Add a door</Trans>}>
            {opens && (
              <div className="mb-4">
                <OpensLine opens={opens.getTime()} zone={occasion.zone} />
              </div>
            )}
            <AddDoor slug={slug} no={occasion.no} key={occasion.no} />
          </Card>
        </Changing>
      )}
      {!occasion.over && <PaperPart slug={slug} no={occasion.no} />}
      {last.length > 0 && (
        <Card level={3} title={<Trans>Came last</Trans>}>
          <ArrivalList arrivals={last} zone={occasion.zone} />
        </Card>
      )}
    </>
  )
}

function Inside({ page: { heads, apart } }: { page: Filled }) {
  return (
    <Card level={3} title={<Trans>Inside</Trans>}>
      <p className="figures font-bold font-display text-3xl">
        <Plural value={heads} one="# person" other="# people" />
      </p>
      {apart > 0 && (
        <p className="mt-2 text-sm">
          <Plural
            value={apart}
            one="# event came of the time after its door was shut. It is not counted; the file has it."
            other="# events came of the time after their door was shut. They are not counted; the file has them."
          />
        </p>
      )}
    </Card>
  )
}

/** Links to paper for a door without a phone. */
function PaperPart({ slug, no }: { slug: string; no: number }) {
  const file = (name: string) => `/gathering/${slug}/door/${name}.pdf?occasion=${no}`
  return (
    <Card
      level={3}
      title={<Trans>On paper</Trans>}
      text={<Trans>Passes to cut out, eight on a sheet, and the guests by name with boxes to tick.</Trans>}
    >
      <div className="flex flex-wrap gap-3">
        <a href={file('cards')} download className={buttonClass({ variant: 'secondary' })}>
          <Trans>Print passes</Trans>
        </a>
        <a href={file('list')} download className={buttonClass({ variant: 'secondary' })}>
          <Trans>Print the list</Trans>
        </a>
      </div>
    </Card>
  )
}
