// Nobody is offered what the house would refuse.
import { describe, expect, it } from 'vitest';
import openapi from '../../docs/openapi.json';
import { deskKey, desksOf, homeOf, OFFICE_PAGES } from '../src/house/desks';
import { may, type Permission } from '../src/house/permissions';
import type { Role } from '../src/wire/http';
import { ROLES } from '../src/wire/roles';

const EVERYONE: Role[] = [
  'guest',
  'player',
  'dealer',
  'pit',
  'shift',
  'cashier',
  'moderator',
  'inspector',
  'administrator',
  'lab',
];

describe('a role may what the house says', () => {
  it('of every endpoint', () => {
    for (const [path, methods] of Object.entries<Record<string, { 'x-roles': string[] | string }>>(
      openapi.paths,
    )) {
      for (const [method, { 'x-roles': roles }] of Object.entries(methods)) {
        const permission = `${method.toUpperCase()} ${path}`;
        if (roles === 'anyone') expect(ROLES).not.toHaveProperty([permission]);
        else
          expect(EVERYONE.filter((role) => may(role, permission as Permission)).sort()).toEqual(
            roles,
          );
      }
    }
  });

  it('of every message', () => {
    expect(EVERYONE.filter((role) => may(role, 'place-bets'))).toEqual(['guest', 'player', 'lab']);
    expect(EVERYONE.filter((role) => may(role, 'call-pit'))).toEqual(['dealer']);
    expect(EVERYONE.filter((role) => may(role, 'reconfigure'))).toEqual(['pit', 'shift']);
  });

  it('and nothing while it is not known who asks', () => {
    expect(
      (Object.keys(ROLES) as Permission[]).some((permission) => may(undefined, permission)),
    ).toBe(false);
  });
});

describe('a desk', () => {
  const needs = new Map<string, Permission>([
    ['/deal', 'scan'],
    ...OFFICE_PAGES.map((office) => [office.path, office.needs] as const),
  ]);

  it.each(EVERYONE)('is in the menu of a %s only where the house lets them in', (role) => {
    expect(desksOf(role).filter((path) => !may(role, needs.get(path)!))).toEqual([]);
  });

  it('is where staff begin, and players begin in the lobby', () => {
    expect(EVERYONE.map(homeOf)).toEqual([
      '/',
      '/',
      '/deal',
      '/pit',
      '/pit',
      '/cage',
      '/chat',
      '/office',
      '/admin',
      '/office/rules',
    ]);
    expect(desksOf('pit').map(deskKey)).toContain('common.desk-office');
    expect(homeOf(undefined)).toBe('/');
  });
});

it('an inspector reads everything and does nothing', () => {
  const reads: Permission[] = [
    'GET /api/cage/movements',
    'GET /api/office/report',
    'GET /api/office/export',
    'GET /api/disputes',
    'GET /api/office/journal/{stream}',
    'GET /api/accounts',
  ];
  const deeds: Permission[] = [
    'POST /api/cage/deposits',
    'POST /api/chat/mutes',
    'POST /api/disputes/{number}/closing',
    'POST /api/staff',
    'rule',
    'say',
  ];
  expect(reads.every((permission) => may('inspector', permission))).toBe(true);
  expect(deeds.some((permission) => may('inspector', permission))).toBe(false);
});
