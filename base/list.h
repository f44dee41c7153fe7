#pragma once
/* base/list.h -- a list is { T *at; int n; }.   for_each (struct part, p, r->parts) { ... } */
#define LIST(T) struct { T *at; int n; }
#define for_each(T, x, list) for (T *x = (list).at; x < (list).at + (list).n; ++x)
