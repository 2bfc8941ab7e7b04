import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

// The way into a session for a person whose phone has just shown who they are. Its path is one of those after which
// better-auth asks for a second factor, as it does after a password. As all its paths it is not mounted.

export const phoneDoor = () => ({
  id: 'phone-door' as const,
  endpoints: {
    signInByPhone: createAuthEndpoint(
      '/sign-in/phone-number',
      { method: 'POST', body: z.object({ userId: z.string() }) },
      async (ctx) => {
        const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId)
        if (!user) throw new Error('nobody has this id')
        const session = await ctx.context.internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({})
      },
    ),
  },
})
