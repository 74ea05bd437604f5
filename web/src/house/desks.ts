// The pages of the staff: what each needs, and which of them a role finds in its menu.
import type { Role } from '../wire/http';
import type { Permission } from './permissions';

/** The pages of the offices, by what one looks for, in the order of their tabs. */
export const OFFICE_PAGES = [
  { path: '/office', group: 'results', needs: 'GET /api/office/report', key: 'office.report' },
  {
    path: '/office/rounds',
    group: 'results',
    needs: 'GET /api/office/rounds/{table}',
    key: 'office.rounds',
  },
  { path: '/office/band', group: 'results', needs: 'GET /api/office/band', key: 'band.title' },
  {
    path: '/office/forecast',
    group: 'results',
    needs: 'POST /api/office/forecast/{table}',
    key: 'forecast.title',
  },
  { path: '/office/days', group: 'money', needs: 'GET /api/days', key: 'days.title' },
  { path: '/office/floats', group: 'money', needs: 'GET /api/cage/floats', key: 'days.floats' },
  { path: '/cage', group: 'money', needs: 'GET /api/cage/movements', key: 'cage.title' },
  { path: '/admin/accounts', group: 'money', needs: 'GET /api/accounts', key: 'admin.accounts' },
  { path: '/office/disputes', group: 'cases', needs: 'GET /api/disputes', key: 'office.disputes' },
  {
    path: '/office/incidents',
    group: 'cases',
    needs: 'GET /api/incidents',
    key: 'incidents.title',
  },
  {
    path: '/office/turned-away',
    group: 'cases',
    needs: 'GET /api/office/turned-away',
    key: 'office.turnedAway',
  },
  {
    path: '/office/ended-rounds',
    group: 'cases',
    needs: 'GET /api/office/ended-rounds',
    key: 'office.endedEarly',
  },
  { path: '/chat', group: 'cases', needs: 'GET /api/chat/reports', key: 'desk.title' },
  {
    path: '/office/closures',
    group: 'evidence',
    needs: 'GET /api/closures',
    key: 'incidents.closures',
  },
  {
    path: '/office/journals',
    group: 'evidence',
    needs: 'GET /api/office/journal/{stream}',
    key: 'office.journals',
  },
  { path: '/office/rules', group: 'evidence', needs: 'GET /api/approvals', key: 'approvals.rules' },
  {
    path: '/office/program',
    group: 'evidence',
    needs: 'GET /api/program',
    key: 'approvals.program',
  },
  { path: '/office/log', group: 'evidence', needs: 'GET /api/office/log', key: 'log.title' },
  { path: '/admin', group: 'people', needs: 'GET /api/staff', key: 'admin.staff' },
  { path: '/pit', group: 'people', needs: 'GET /api/floor', key: 'office.floor' },
] as const satisfies { path: string; group: string; needs: Permission; key: string }[];

/** Where each of the staff works; the first is where they begin. */
const DESKS: Partial<Record<Role, string[]>> = {
  dealer: ['/deal'],
  pit: ['/pit', '/office/rounds', '/chat'],
  shift: ['/pit', '/office', '/chat'],
  cashier: ['/cage'],
  moderator: ['/chat'],
  inspector: ['/office', '/pit'],
  administrator: ['/admin', '/office'],
  lab: ['/office/rules'],
};

export const desksOf = (role: Role | undefined): string[] => (role && DESKS[role]) ?? [];

/** The own desk; who plays has the lobby. */
export const homeOf = (role: Role | undefined): string => desksOf(role)[0] ?? '/';

/** What a desk is called: "/office/rounds" is in the office. */
export const deskKey = (path: string): string => `common.desk-${path.split('/')[1]}`;
