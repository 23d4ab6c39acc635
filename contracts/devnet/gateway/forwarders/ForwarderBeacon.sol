// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {UpgradeableBeacon} from "@openzeppelin/contracts/proxy/beacon/UpgradeableBeacon.sol";

/// @title Tells every forwarder what code it runs
/// @notice Its address is part of every forwarder's address, so code can change and addresses stay.
contract ForwarderBeacon is UpgradeableBeacon {
    constructor(address implementation_, address owner_) UpgradeableBeacon(implementation_, owner_) {}
}
