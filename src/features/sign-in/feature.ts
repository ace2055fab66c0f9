import { defineFeature } from '#src/features/define-feature.ts'

export const signInFeature = defineFeature({
  pages: [
    {
      path: '/',
      name: 'home',
      title: 'Sign in',
      load: () => import('./home.screen.tsx').then((m) => m.HomeScreen),
    },
    {
      path: '/authorize',
      name: 'authorize',
      title: 'Signing in',
      load: () => import('./authorize.screen.tsx').then((m) => m.AuthorizeScreen),
    },
    {
      path: '/redirect',
      name: 'redirect',
      title: 'Redirect',
      load: () => import('./redirect.screen.tsx').then((m) => m.RedirectScreen),
    },
    {
      path: '/logout',
      name: 'logout',
      title: 'Signed out',
      load: () => import('./logout.screen.tsx').then((m) => m.LogoutScreen),
    },
    {
      path: '/notFound',
      name: 'notFound',
      title: 'Not found',
      load: () => import('./not-found.screen.tsx').then((m) => m.NotFoundScreen),
    },
  ],
})
