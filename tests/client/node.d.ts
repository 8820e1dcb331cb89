// All that the tests use of node.
declare module "node:assert/strict";
declare module "node:test";
