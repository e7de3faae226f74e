import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import type { ComponentChildren } from 'preact'
import { loadScript } from './data/load-script.ts'
import { NotFound } from './frame/not-found.tsx'
import { searchOf } from './search.ts'
import { NotSecure } from './session/not-secure.tsx'
import { StoresPage } from './session/stores-page.tsx'

export const root = createRootRoute({
  component: window.isSecureContext ? Outlet : NotSecure,
  notFoundComponent: NotFound,
})

const stores = createRoute({ getParentRoute: () => root, path: '/', component: StoresPage })

/** Its script is loaded when it is opened, or when its link is pointed at. */
export const place = (load: () => Promise<{ default: () => ComponentChildren }>) =>
  lazyRouteComponent(() => loadScript(load))

const logIn = createRoute({
  getParentRoute: () => root,
  path: 'log-in',
  validateSearch: searchOf('store', 'next', 'with'),
  component: place(() => import('./session/log-in-page.tsx')),
})

/** Its address in bookmarks from before there were persons. */
const logInBefore = createRoute({
  getParentRoute: () => root,
  path: 'login',
  validateSearch: searchOf('store', 'next'),
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/log-in', search, replace: true })
  },
})

const setUp = createRoute({
  getParentRoute: () => root,
  path: 'set-up',
  component: place(() => import('./set-up/set-up-page.tsx')),
})

const newPassword = createRoute({
  getParentRoute: () => root,
  path: 'new-password',
  component: place(() => import('./recovery/new-password-page.tsx')),
})

const email = createRoute({
  getParentRoute: () => root,
  path: 'email',
  component: place(() => import('./recovery/email-page.tsx')),
})

const emailUndo = createRoute({
  getParentRoute: () => root,
  path: 'email-undo',
  component: place(() => import('./recovery/email-undo-page.tsx')),
})

const me = createRoute({
  getParentRoute: () => root,
  path: 'me',
  component: place(() => import('./me/me-page.tsx')),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: 'invitation',
  component: place(() => import('./invitation/invitation-page.tsx')),
})

/** What is at no store. */
export const doors = [stores, logIn, logInBefore, setUp, newPassword, email, emailUndo, me, invitation] as const
