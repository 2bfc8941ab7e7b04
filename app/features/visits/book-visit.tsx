import { Trans } from '@lingui/react/macro'
import { CalendarHeart } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, lazy, type MouseEvent, Suspense, useRef, useState } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { isOldPage } from '#app/ui/old-page.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { Booking } from './visit-form.tsx'

const fetchDialog = () => import('./visit-dialog.tsx')
const VisitDialog = lazy(fetchDialog)

type BookVisitProps = Pick<ComponentProps<typeof LinkButton>, 'variant' | 'size' | 'wide' | 'className'> & {
  slug: string
  booking: Booking
}

/** RSVP: a link to the form; with a script a button that opens it in a dialog, which closes when the visit is booked. */
export function BookVisit({ slug, booking, ...look }: BookVisitProps) {
  const [open, setOpen] = useState(false)
  // What was typed outlives a dialog that was closed by a slip.
  const typed = useRef<Record<string, string>>(undefined)
  const first: Answer | undefined = typed.current && { ok: false, typed: typed.current }
  const scripted = useHydrated()
  const [wanted, setWanted] = useState(false)
  const [broken, setBroken] = useState(false)
  const address = `/fundraiser/${slug}/book-visit`
  const show = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault()
    void fetchDialog().then(
      () => {
        setBroken(false)
        setWanted(true)
        setOpen(true)
      },
      async () => ((await isOldPage()) ? location.assign(address) : setBroken(true)),
    )
  }
  return (
    <>
      <LinkButton
        to={address}
        role={scripted ? 'button' : undefined}
        aria-haspopup={scripted ? 'dialog' : undefined}
        onClick={(event) => event.metaKey || event.ctrlKey || show(event)}
        onKeyDown={(event) => event.key === ' ' && show(event)}
        icon={<CalendarHeart aria-hidden="true" className="size-5" />}
        {...look}
      >
        <Trans>RSVP</Trans>
      </LinkButton>
      {broken && (
        <p role="alert" className="basis-full text-sm text-stop">
          <Trans>The connection broke</Trans>
        </p>
      )}
      {wanted && (
        <Suspense>
          <VisitDialog
            open={open}
            onClose={() => setOpen(false)}
            slug={slug}
            booking={booking}
            first={first}
            onTyped={(now) => {
              typed.current = now
            }}
            onBooked={() => {
              typed.current = undefined
              setOpen(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
