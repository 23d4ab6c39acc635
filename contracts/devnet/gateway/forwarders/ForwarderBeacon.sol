// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {UpgradeableBeacon} from "@openzeppelin/contracts/proxy/beacon/UpgradeableBeacon.sol";

/// @title Beacon that holds the forwarders' implementation
/// @notice Its address is part of every forwarder's address, so the implementation can change and the addresses stay.
contract ForwarderBeacon is UpgradeableBeacon {
    constructor(address implementation_, address owner_) UpgradeableBeacon(implementation_, owner_) {}
}
