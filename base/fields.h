#pragma once
/* base/fields.h -- the five conserved variables of a node, in the order of every array and file. */
enum {
    RHO,   /* density                                              kg m^-3     */
    RHO_U, /* momentum density, x                                  kg m^-2 s^-1 */
    RHO_V,
    RHO_W,
    RHO_E, /* total energy density: internal, kinetic, potential   J m^-3      */
    NFIELDS
};
