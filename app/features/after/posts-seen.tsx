import { Trans } from '@lingui/react/macro'
import type { Post } from './posts.server.ts'

/** What a guest reads of the host's posts. */
export function PostsSeen({ posts }: { posts: Post[] }) {
  return (
    <section aria-labelledby="posts" className="grid gap-4 px-4">
      <h2 id="posts" className="text-2xl">
        <Trans>Posts</Trans>
      </h2>
      {posts.map(({ id, words }) => (
        <p key={id} dir="auto" className="wrap-anywhere whitespace-pre-line">
          {words}
        </p>
      ))}
    </section>
  )
}
