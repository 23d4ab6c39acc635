// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

// So that an existing app gateway needs one remapping and no other change.
// solhint-disable no-unused-import
import {
    AppGatewayBase,
    IAppGateway,
    IForwarder,
    IPromise,
    IsPlug,
    Parallel,
    Read,
    WriteFinality
} from "../../AppGatewayBase.sol";
