import { Trans, useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { Outlet } from 'react-router'
import { bookList } from '#app/invitations/kumbukumbu/book.server.ts'
import { bookView } from '#app/invitations/kumbukumbu/book-list.tsx'
import { titled } from '#app/kit/brand.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { PageHead } from '#app/site/own-pages.tsx'
import { FailedState } from '#app/ui/empty-state.tsx'
import { FormButton } from '#app/ui/form-button.tsx'
import { List, ListFile } from '#app/ui/list-view.tsx'
import type { Route } from './+types/book.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const asked = { ...bookList.asked(url.searchParams), personId: context.get(personContext)!.id }
  const list = await part(context, bookList.page(db, asked))
  return { list: list === 'failed' ? list : { ...list, filter: asked.filter } }
}

/** A person's own book. The forms open over it. */
export default function Kumbukumbu({ loaderData: { list } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <title>{titled(t`Kumbukumbu`)}</title>
      <PageHead
        title={<Trans>Kumbukumbu</Trans>}
        text={<Trans>Who came and helped you, so that you can do the same for them. Only you see this book.</Trans>}
        action={
          <span className="flex flex-wrap gap-3">
            {list !== 'failed' && list.rows.length > 0 && <ListFile view={bookView} />}
            <FormButton to="/kumbukumbu/add" icon={<Plus aria-hidden="true" className="size-5" />}>
              <Trans>Add a household</Trans>
            </FormButton>
          </span>
        }
      />
      {list === 'failed' ? (
        <FailedState title={<Trans>Your book could not be loaded</Trans>} />
      ) : (
        <div className="grid gap-5 *:min-w-0">
          <List view={bookView} shown={list} />
        </div>
      )}
      <p className="mt-6 max-w-[65ch] text-muted">
        <Trans>
          A household that you remembered from a list of guests can see that they are in your book, not what it says,
          and can have it removed. When a guest is forgotten, the book forgets them, too. Anonymous gifts are never in
          it.
        </Trans>
      </p>
      <Outlet />
    </>
  )
}
