// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

// So that an existing app gateway needs one remapping and no other change.
// solhint-disable-next-line no-unused-import
import {IForwarder} from "../../interfaces/IForwarder.sol";
